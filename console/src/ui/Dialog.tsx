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
    const mayClose = () => !dialog.current?.querySelector('[data-shown-once]') || mayLeave();
    // Reports the end at once: the browser's close event comes after the next key press on a busy
    // machine, and would close the dialog that the key press has opened again.
    const close = () => {
        if (mayClose()) {
            dialog.current?.close();
            onClose();
        }
    };
    // Escape closes it in some browsers however often that is prevented, so it is opened again.
    const closed = () => {
        if (mayClose()) {
            onClose();
        } else {
            dialog.current?.showModal();
        }
    };
    return (
        <dialog
            ref={dialog}
            className={drawer ? 'dialog drawer' : 'dialog'}
            aria-labelledby={id}
            onClose={closed}
            onCancel={(event) => {
                // A file field within reports its own cancel events, which bubble.
                if (event.target !== event.currentTarget) {
                    return;
                }
                event.preventDefault();
                close();
            }}
        >
            <div className="stack">
                <div className="row apart">
                    <h2 id={id}>{title}</h2>
                    <Button look="quiet" small onClick={close}>
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
