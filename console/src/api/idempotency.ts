import { useState } from 'react';
import { ApiProblem } from './problem';

const SERVER_ERROR = 500;

/** Statuses that are returned before the Idempotency-Key is looked up. */
const TELLS_NOTHING = [401, 403, 408, 429];

/** One creation, however often it is sent until a response arrives: one key and one start time. */
interface Attempt {
    /** The `Idempotency-Key`. */
    readonly key: string;
    /** The time from which durations in the body are counted, so that the body stays the same. */
    readonly begunAt: Date;
}

/**
 * The requests of a form. The same content is the same attempt as long as its outcome is unknown, and the API returns
 * the first response; other content, or a rejected request, begins another attempt.
 */
export class Attempts {
    private readonly open = new Map<string, Attempt>();

    /** Sends a request; `wanted` determines the body, except for times. */
    async make<T>(wanted: unknown, send: (attempt: Attempt) => Promise<T>): Promise<T> {
        const words = JSON.stringify(wanted);
        const attempt = this.open.get(words) ?? { key: crypto.randomUUID(), begunAt: new Date() };
        this.open.set(words, attempt);
        try {
            const made = await send(attempt);
            this.open.delete(words);
            return made;
        } catch (failure) {
            if (isSettled(failure)) {
                this.open.delete(words);
            }
            throw failure;
        }
    }
}

/** The attempts of a form. */
export function useAttempts(): Attempts {
    return useState(() => new Attempts())[0];
}

/** Whether a failure shows that nothing was created. */
function isSettled(failure: unknown): boolean {
    return (
        failure instanceof ApiProblem &&
        failure.status < SERVER_ERROR &&
        failure.code !== 'idempotency_in_flight' &&
        !TELLS_NOTHING.includes(failure.status)
    );
}
