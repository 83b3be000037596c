import { describe, expect, it } from 'vitest';
import { Attempts } from './idempotency';
import { ApiProblem, Unreachable } from './problem';

const LOST = new Unreachable();

function refused(status: number, code = 'some_code'): ApiProblem {
    return new ApiProblem(new Response(null, { status }), { code });
}

/** Sends a request that fails or succeeds; returns its key and start. */
async function send(attempts: Attempts, wanted: unknown, failure?: Error): Promise<string> {
    let sent = '';
    const answered = attempts.make(wanted, ({ key, begunAt }) => {
        sent = `${key} ${begunAt.toISOString()}`;
        return failure === undefined ? Promise.resolve('made') : Promise.reject(failure);
    });
    await (failure === undefined ? expect(answered).resolves.toBe('made') : expect(answered).rejects.toBe(failure));
    return sent;
}

describe('an attempt', () => {
    it('stays the same for equal content while the outcome is unknown', async () => {
        const attempts = new Attempts();
        const first = await send(attempts, { name: 'a' }, LOST);
        const unsure = [refused(500), refused(503), refused(504), refused(409, 'idempotency_in_flight')];
        for (const failure of [...unsure, refused(401), refused(403), refused(429), LOST]) {
            expect(await send(attempts, { name: 'a' }, failure)).toBe(first);
        }
        expect(await send(attempts, { name: 'a' })).toBe(first);
    });

    it('is another one for what was changed, and the one it was for what was changed back', async () => {
        const attempts = new Attempts();
        const first = await send(attempts, { name: 'a' }, LOST);
        expect(await send(attempts, { name: 'b' }, refused(503))).not.toBe(first);
        expect(await send(attempts, { name: 'a' })).toBe(first);
    });

    it('is another one after an answer', async () => {
        for (const answer of [refused(422, 'invalid'), refused(409, 'slug_taken'), undefined]) {
            const attempts = new Attempts();
            const first = await send(attempts, { name: 'a' }, answer);
            expect(await send(attempts, { name: 'a' })).not.toBe(first);
        }
    });
});
