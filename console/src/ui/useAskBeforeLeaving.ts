import { useCallback, useEffect, useRef } from 'react';

const QUESTION = 'This page shows a secret that cannot be shown again. Leave it?';

/** Number of pages and dialogs that ask. */
let asking = 0;

/** Whether the page may be left; asks if it shows a secret for the only time. */
export function mayLeave(): boolean {
    return asking === 0 || window.confirm(QUESTION);
}

/**
 * Asks on every way out of a page or dialog that shows a secret for the only time: a link, back, closing the tab or the
 * dialog.
 *
 * @returns a function that allows leaving the page without a question
 */
export function useAskBeforeLeaving(): () => void {
    const stop = useRef(() => {});
    useEffect(() => {
        const end = begin();
        stop.current = end;
        return end;
    }, []);
    return useCallback(() => {
        stop.current();
    }, []);
}

function begin(): () => void {
    let isOver = false;
    const end = () => {
        if (!isOver) {
            isOver = true;
            asking -= 1;
            removeEventListener('beforeunload', ask);
            removeEventListener('popstate', back);
        }
    };
    // Back cannot be prevented. It leads to a second entry of the page, and from there on where that is wanted.
    const back = () => {
        if (window.confirm(QUESTION)) {
            end();
            history.back();
        } else {
            history.pushState(history.state, '');
        }
    };
    asking += 1;
    history.pushState(history.state, '');
    addEventListener('beforeunload', ask);
    addEventListener('popstate', back);
    return end;
}

function ask(event: BeforeUnloadEvent): void {
    event.preventDefault();
}
