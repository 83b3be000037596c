import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './Button';
import { ProblemNotice } from './ProblemNotice';
import { mayLeave } from './useAskBeforeLeaving';

interface Props {
    readonly title: string;
    readonly isOpen: boolean;
    readonly onClose: () => void;
    readonly drawer?: boolean;
    readonly children: ReactNode;
}

/** A modal dialog, which keeps the focus until it is closed: the browser's own. */
export function Dialog({ title, isOpen, onClose, drawer = false, children }: Props) {
    const dialog = useRef<HTMLDialogElement>(null);
    const id = useId();
    useEffect(() => {
        if (isOpen && dialog.current?.open === false) {
            dialog.current.showModal();
            // A dialog with fields focuses the first field; else the first button has the focus.
            dialog.current.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
        }
    }, [isOpen]);
    if (!isOpen) {
        return null;
    }
    // Escape closes it in some browsers however often that is prevented, so it is opened again.
    const closed = () => {
        if (dialog.current?.querySelector('[data-shown-once]') && !mayLeave()) {
            dialog.current.showModal();
        } else {
            onClose();
        }
    };
    return (
        <dialog ref={dialog} className={drawer ? 'dialog drawer' : 'dialog'} aria-labelledby={id} onClose={closed}>
            <div className="stack">
                <div className="row apart">
                    <h2 id={id}>{title}</h2>
                    <Button look="quiet" small onClick={() => dialog.current?.close()}>
                        Close
                    </Button>
                </div>
                {children}
            </div>
        </dialog>
    );
}

interface ConfirmProps {
    readonly title: string;
    readonly isOpen: boolean;
    readonly onClose: () => void;
    readonly onConfirm: () => void;
    readonly confirm: string;
    readonly problem: unknown;
    readonly busy: boolean;
    readonly children: ReactNode;
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({ title, isOpen, onClose, onConfirm, confirm, problem, busy, children }: ConfirmProps) {
    return (
        <Dialog title={title} isOpen={isOpen} onClose={onClose}>
            <ProblemNotice problem={problem} />
            <div className="stack tight any-text">{children}</div>
            <div className="row">
                <Button look="danger" busy={busy} onClick={onConfirm}>
                    {confirm}
                </Button>
                <Button onClick={onClose}>Cancel</Button>
            </div>
        </Dialog>
    );
}
