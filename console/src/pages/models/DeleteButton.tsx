import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForget } from '../../api/queries';
import { Button } from '../../ui/Button';
import { ProblemNotice } from '../../ui/ProblemNotice';

interface Props {
    /** Which list is to be asked for anew. */
    readonly what: string;
    readonly remove: () => Promise<void>;
    readonly onDeleted: () => void;
    readonly children: ReactNode;
}

/** Deletes when it is pressed twice: once to mean it, once to confirm it. */
export function DeleteButton({ what, remove, onDeleted, children }: Props) {
    const [meant, setMeant] = useState(false);
    const forget = useForget();
    const deletion = useMutation({
        mutationFn: remove,
        onSuccess: async () => {
            await forget(what, 'models', 'events');
            onDeleted();
        },
    });
    return (
        <>
            <Button
                look="danger"
                busy={deletion.isPending}
                onClick={() => {
                    if (meant) {
                        deletion.mutate();
                    } else {
                        setMeant(true);
                    }
                }}
            >
                {meant ? 'Yes, delete it' : children}
            </Button>
            <span role="status" className="small muted">
                {meant && 'This cannot be undone.'}
            </span>
            <ProblemNotice problem={deletion.error} />
        </>
    );
}
