import { useEffect, useRef } from 'react';

interface ConfirmProps {
    readonly what: string;
    readonly yes: () => void;
    readonly no: () => void;
}

/** Asks before something is done that does not come back. */
export function Confirm({ what, yes, no }: ConfirmProps) {
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        dialog.current?.showModal();
    }, []);
    return (
        <dialog ref={dialog} className="ref-dialog" aria-labelledby="ref-confirm" onClose={no}>
            <p id="ref-confirm">
                <strong>Really send this?</strong>
            </p>
            <p className="ref-break">{what}</p>
            <p className="ref-choices">
                <button type="button" className="ref-button" autoFocus onClick={no}>
                    Cancel
                </button>
                <button type="button" className="ref-button ref-main" onClick={yes}>
                    Send it
                </button>
            </p>
        </dialog>
    );
}
