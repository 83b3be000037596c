import { useSyncExternalStore } from 'react';

/** A call of the console that can be repeated with an API key, or in a session if it concerns a user. */
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

/** Members whose value is secret. */
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

/** Records a call; a repeated read replaces the one before. */
export function record(made: Omit<Call, 'number'>): void {
    count += 1;
    const others =
        made.method === 'GET' ? calls.filter((call) => call.method !== 'GET' || call.url !== made.url) : calls;
    calls = [{ ...made, number: count, body: withoutSecrets(made.body) }, ...others].slice(0, KEPT);
    listeners.forEach((told) => {
        told();
    });
}

/** The recorded calls, newest first. */
export function useCalls(): readonly Call[] {
    return useSyncExternalStore(listen, () => calls);
}

/** Clears the calls at sign-out. */
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
