import { useState } from 'react';
import { ApiProblem } from './problem';

const SERVER_ERROR = 500;

interface Attempt {
    readonly key: string;
    readonly failed: (problem: unknown) => void;
}

/** The `Idempotency-Key` of a form: the same while it is not known what became of the request, another one for what was refused. */
export function useAttempt(): Attempt {
    const [key, setKey] = useState(() => crypto.randomUUID());
    return {
        key,
        failed: (problem) => {
            if (problem instanceof ApiProblem && problem.status < SERVER_ERROR) {
                setKey(crypto.randomUUID());
            }
        },
    };
}
