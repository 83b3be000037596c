import { describe, expect, it } from 'vitest';
import { EMPTY, bodyOf } from './draft';

const NOW = new Date('2026-11-02T09:30:00.000Z');

describe('the request for a new key', () => {
    it('expires in 90 days unless something else is chosen', () => {
        expect(bodyOf(EMPTY, NOW).expires_at).toBe('2027-01-31T09:30:00.000Z');
        expect(bodyOf({ ...EMPTY, expiry: 'never' }, NOW).expires_at).toBeNull();
    });

    it('has a preset or scopes, and not both', () => {
        expect(bodyOf({ ...EMPTY, scopes: ['links:read'] }, NOW)).toMatchObject({ preset: 'links' });
        const chosen = bodyOf({ ...EMPTY, access: 'custom', scopes: ['links:read'] }, NOW);
        expect(chosen).toMatchObject({ scopes: ['links:read'] });
        expect(chosen).not.toHaveProperty('preset');
    });

    it('leaves bounds out that are not set', () => {
        expect(Object.keys(bodyOf(EMPTY, NOW)).sort()).toEqual(['environment', 'expires_at', 'name', 'preset']);
        expect(bodyOf({ ...EMPTY, addresses: '203.0.113.0/24,\n2001:db8::/32 ' }, NOW).ip_allow).toEqual([
            '203.0.113.0/24',
            '2001:db8::/32',
        ]);
    });
});
