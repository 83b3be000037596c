import { useSyncExternalStore } from 'react';

let waiting: ((proved: boolean) => void) | undefined;
const listeners = new Set<() => void>();

/** Asks the user to authenticate again; true if the user did. */
export function proveAgain(): Promise<boolean> {
    waiting?.(false);
    return new Promise((resolve) => {
        waiting = resolve;
        tell();
    });
}

/** Whether the user is being asked. */
export function useProofWanted(): boolean {
    return useSyncExternalStore(
        (told) => {
            listeners.add(told);
            return () => {
                listeners.delete(told);
            };
        },
        () => waiting !== undefined,
    );
}

/** Ends the question. */
export function proofGiven(proved: boolean): void {
    waiting?.(proved);
    waiting = undefined;
    tell();
}

function tell(): void {
    listeners.forEach((told) => {
        told();
    });
}
