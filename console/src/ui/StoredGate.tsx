import { type ReactNode, useState } from 'react';
import { Button } from './Button';
import { Checkbox } from './Choice';
import { useAskBeforeLeaving } from './useAskBeforeLeaving';

interface Props {
    /** What was shown, as in "I have stored …". */
    readonly what: string;
    readonly onStored: () => void;
    readonly children: ReactNode;
}

/** Around something that is shown this once: every way out before it is said to be stored asks. */
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
