import { useState } from 'react';
import { ApiProblem } from './problem';

const SERVER_ERROR = 500;

/** What is answered before anybody looks what became of earlier tries. */
const TELLS_NOTHING = [401, 403, 408, 429];

/** One thing that a person wants made, however often it is sent until an answer comes: under one key, and as of one time. */
interface Attempt {
    /** The `Idempotency-Key`. */
    readonly key: string;
    /** What times in the body are counted from, so that the body stays the same. */
    readonly begunAt: Date;
}

/**
 * What a form has sent. The same again, while it is not known what became of it, is the same attempt, which the API answers
 * as it did the first time; anything else is another one, and so is what was refused.
 */
export class Attempts {
    private readonly open = new Map<string, Attempt>();

    /** Sends what is wanted; `wanted` is all that the body is made of but for the time. */
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

/** Whether it is known that nothing was made. */
function isSettled(failure: unknown): boolean {
    return (
        failure instanceof ApiProblem &&
        failure.status < SERVER_ERROR &&
        failure.code !== 'idempotency_in_flight' &&
        !TELLS_NOTHING.includes(failure.status)
    );
}
