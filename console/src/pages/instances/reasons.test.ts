import { describe, expect, it } from 'vitest';
import type { Instance } from '../../api/types';
import { needsAttention, reasonOfState } from './reasons';

const instance = (state: Instance['state'], state_reason: string | null) => ({ state, state_reason }) as Instance;

describe('the reason of a state', () => {
    it.each([
        ['paused', '190', 'refused the access token'],
        ['paused', 'by_caller', 'paused the instance'],
        ['logged_out', 'by_caller', 'logged the instance out'],
        ['degraded', 'quality_flagged', 'quality of the number is low'],
        ['degraded', 'account_restriction', 'restricted the account'],
        ['restricted', 'account_disable', 'disabled the WhatsApp business account'],
        ['reconnecting', 'unreachable', 'cannot be reached'],
        ['failed', '4242', 'does not know'],
    ] as const)('is said in words: %s by %s', (state, code, words) => {
        expect(reasonOfState(instance(state, code))?.what).toContain(words);
    });

    it('is left out where there is none', () => {
        expect(reasonOfState(instance('connected', null))).toBeUndefined();
    });

    it('asks for attention unless users did it themselves', () => {
        expect(needsAttention(instance('paused', '190'))).toBe(true);
        expect(needsAttention(instance('paused', 'by_caller'))).toBe(false);
        expect(needsAttention(instance('connected', null))).toBe(false);
    });
});
