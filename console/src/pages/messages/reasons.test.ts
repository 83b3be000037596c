import { describe, expect, it } from 'vitest';
import { ApiProblem } from '../../api/problem';
import type { MessageExplanation } from '../../api/types';
import { nextAfter, reasonOf, waitsForInstance } from './reasons';

describe('the reason of an error', () => {
    it.each(['190', '368', '80007', '130429', '131026', '131047', '131049', '131051', '131056', 'recipient_opted_out'])(
        'is said in sentences without a code: %s',
        (code) => {
            const { what, next } = reasonOf(code);
            expect(what).not.toContain('does not know');
            for (const sentence of [what, next]) {
                expect(sentence).toMatch(/^[A-Z].*\.$/);
                expect(sentence).not.toContain(code);
            }
        },
    );

    it('is said to be unknown where it is', () => {
        expect(reasonOf('999999').what).toContain('does not know');
        expect(reasonOf('constructor').what).toContain('does not know');
    });
});

describe('a message that is not accepted', () => {
    const refused = (code: string) =>
        new ApiProblem(new Response(null, { status: 422 }), { errors: [{ pointer: '#/to', code, detail: 'No.' }] });

    it('says what can be done', () => {
        expect(nextAfter(refused('recipient_opted_out'))).toContain('Opt the contact in');
        expect(nextAfter(refused('window_closed'))).toContain('template');
    });

    it('leaves it to its fields where they say it', () => {
        expect(nextAfter(refused('invalid_value'))).toBeUndefined();
        expect(nextAfter(new Error('away'))).toBeUndefined();
    });
});

describe('a message that waits', () => {
    it.each([
        ['instance_not_connected', 'created', true],
        ['instance_paused', 'paused', true],
        ['instance_restricted', 'restricted', true],
        ['instance_deleted', null, false],
        ['instance_rate', 'connected', false],
        ['queued', 'connected', false],
    ])('waits for its instance or for something else: %s', (reason, instance_state, waits) => {
        expect(waitsForInstance({ reason, instance_state } as MessageExplanation)).toBe(waits);
    });
});
