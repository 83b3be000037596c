import { useSyncExternalStore } from 'react';

/** A call that the console made, and that anybody could have made with a key, or in a session where it is about a person. */
export interface Call {
    readonly number: number;
    readonly method: string;
    readonly url: string;
    readonly body: string | undefined;
    readonly status: number;
    /** The body was a form with a file. */
    readonly form: boolean;
    /** It was sent for one version of a resource. */
    readonly matched: boolean;
}

const KEPT = 20;

/** Members whose value is nobody else's business. */
const SECRET = new Set([
    'api_key',
    'code',
    'current_password',
    'headers',
    'new_password',
    'password',
    'setup',
    'token',
]);

let calls: readonly Call[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Notes down a call, the newest first; a read that is made again takes the place of the one before. */
export function record(made: Omit<Call, 'number'>): void {
    count += 1;
    const others =
        made.method === 'GET' ? calls.filter((call) => call.method !== 'GET' || call.url !== made.url) : calls;
    calls = [{ ...made, number: count, body: withoutSecrets(made.body) }, ...others].slice(0, KEPT);
    listeners.forEach((told) => {
        told();
    });
}

/** The calls that were made, the newest first. */
export function useCalls(): readonly Call[] {
    return useSyncExternalStore(listen, () => calls);
}

/** For whoever signs out. */
export function forgetCalls(): void {
    calls = [];
    listeners.forEach((told) => {
        told();
    });
}

export function withoutSecrets(body: string | undefined): string | undefined {
    if (body === undefined || body === '') {
        return undefined;
    }
    try {
        return JSON.stringify(JSON.parse(body), (name, value: unknown) => (SECRET.has(name) ? '…' : value));
    } catch {
        return body;
    }
}

function listen(told: () => void): () => void {
    listeners.add(told);
    return () => {
        listeners.delete(told);
    };
}
