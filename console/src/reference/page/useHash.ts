import { useEffect } from 'react';

/** Scrolls to the heading that the address names, once the page is rendered. */
export function useHash(): void {
    useEffect(() => {
        if (location.hash !== '') {
            document.getElementById(location.hash.slice(1))?.scrollIntoView();
        }
    }, []);
}
