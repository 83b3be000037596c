import { describe, expect, it } from 'vitest';
import { EMPTY, bodyOf, scopesOf } from './draft';

const OWNER = { role: 'owner', scopes: [] as string[] } as const;
const NOW = new Date('2026-11-02T09:30:00.000Z');

describe('the request for a new key', () => {
    it('expires in 90 days unless something else is chosen', () => {
        expect(bodyOf(EMPTY, NOW, OWNER).expires_at).toBe('2027-01-31T09:30:00.000Z');
        expect(bodyOf({ ...EMPTY, expiry: 'never' }, NOW, OWNER).expires_at).toBeNull();
    });

    it('has a preset or scopes, and not both', () => {
        expect(bodyOf({ ...EMPTY, scopes: ['links:read'] }, NOW, OWNER)).toMatchObject({ preset: 'links' });
        const chosen = bodyOf({ ...EMPTY, access: 'custom', scopes: ['links:read'] }, NOW, OWNER);
        expect(chosen).toMatchObject({ scopes: ['links:read'] });
        expect(chosen).not.toHaveProperty('preset');
    });

    it('does not exceed the role of its creator', () => {
        const developer = { role: 'developer', scopes: ['links:read', 'links:write', 'clicks:read'] } as const;
        const made = { ...developer, scopes: [...developer.scopes] };
        expect(bodyOf({ ...EMPTY, access: 'full' }, NOW, OWNER)).toMatchObject({ preset: 'full' });
        expect(bodyOf({ ...EMPTY, access: 'full' }, NOW, made).scopes).toEqual(made.scopes);
        expect(bodyOf({ ...EMPTY, access: 'read_only' }, NOW, made).scopes).toEqual(['links:read', 'clicks:read']);
        expect(bodyOf({ ...EMPTY, access: 'links' }, NOW, made)).toMatchObject({ preset: 'links' });
    });

    it('names the scopes of each choice', () => {
        const own = ['links:read', 'links:write'];
        expect(scopesOf('full', own)).toEqual(own);
        expect(scopesOf('read_only', own)).toEqual(['links:read']);
        expect(scopesOf('whatsapp', own)).toContain('messages:send');
        expect(scopesOf('automation', own)).toContain('events:publish');
    });

    it('leaves bounds out that are not set', () => {
        expect(Object.keys(bodyOf(EMPTY, NOW, OWNER)).sort()).toEqual(['environment', 'expires_at', 'name', 'preset']);
        expect(bodyOf({ ...EMPTY, addresses: '203.0.113.0/24,\n2001:db8::/32 ' }, NOW, OWNER).ip_allow).toEqual([
            '203.0.113.0/24',
            '2001:db8::/32',
        ]);
    });
});
