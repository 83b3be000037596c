import { useSyncExternalStore } from 'react';

/** Says that the network is away, for as long as it is. */
export function Connection() {
    const online = useSyncExternalStore(listen, () => navigator.onLine);
    return (
        <div role="status" className="banner">
            {!online && (
                <p className="notice warn">
                    You are offline. The page may be out of date, and you cannot change anything.
                </p>
            )}
        </div>
    );
}

function listen(told: () => void): () => void {
    addEventListener('online', told);
    addEventListener('offline', told);
    return () => {
        removeEventListener('online', told);
        removeEventListener('offline', told);
    };
}
