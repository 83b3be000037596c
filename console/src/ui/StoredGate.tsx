import { type ReactNode, useState } from 'react';
import { Button } from './Button';
import { Checkbox } from './Choice';
import { useAskBeforeLeaving } from './useAskBeforeLeaving';

interface Props {
    /** The object of "I have stored …". */
    readonly what: string;
    readonly onStored: () => void;
    readonly children: ReactNode;
}

/** Wraps a secret that is shown once: every way out asks for confirmation until the user has stored it. */
export function StoredGate({ what, onStored, children }: Props) {
    const [stored, setStored] = useState(false);
    const leaveFreely = useAskBeforeLeaving();
    return (
        <div className="stack" data-shown-once>
            {children}
            <Checkbox label={`I have stored ${what}`} checked={stored} onChecked={setStored} />
            <div>
                <Button
                    look="primary"
                    disabled={!stored}
                    onClick={() => {
                        leaveFreely();
                        onStored();
                    }}
                >
                    Done
                </Button>
            </div>
        </div>
    );
}
