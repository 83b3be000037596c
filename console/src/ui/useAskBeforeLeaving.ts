import { useEffect } from 'react';

/** Has the browser ask before it leaves a page that shows something for the only time. */
export function useAskBeforeLeaving(): void {
    useEffect(() => {
        addEventListener('beforeunload', ask);
        return () => {
            removeEventListener('beforeunload', ask);
        };
    }, []);
}

function ask(event: BeforeUnloadEvent): void {
    event.preventDefault();
}
