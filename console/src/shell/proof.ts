import { useSyncExternalStore } from 'react';

let waiting: ((proved: boolean) => void) | undefined;
const listeners = new Set<() => void>();

/** Asks the person to prove again who he is, and tells whether he did. */
export function proveAgain(): Promise<boolean> {
    waiting?.(false);
    return new Promise((resolve) => {
        waiting = resolve;
        tell();
    });
}

/** Whether the person is being asked. */
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

/** The person did, or would not. */
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
