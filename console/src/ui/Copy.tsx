import { useEffect, useState } from 'react';
import { Button } from './Button';

interface Props {
    readonly text: string;
    /** What is copied, for those who hear the button and do not see beside what it stands. */
    readonly what: string;
    readonly label?: string;
}

const SHOWN_FOR = 2000;

/** Copies a text, and says so. */
export function Copy({ text, what, label = 'Copy' }: Props) {
    const [told, setTold] = useState('');
    useEffect(() => {
        const timer = setTimeout(() => {
            setTold('');
        }, SHOWN_FOR);
        return () => {
            clearTimeout(timer);
        };
    }, [told]);
    const copy = () => {
        navigator.clipboard.writeText(text).then(
            () => {
                setTold('Copied');
            },
            () => {
                setTold('Not copied: select the text and copy it');
            },
        );
    };
    return (
        <span className="row">
            <Button small onClick={copy} aria-label={`${label} ${what}`}>
                {label}
            </Button>
            <span role="status" className="small muted">
                {told}
            </span>
        </span>
    );
}
