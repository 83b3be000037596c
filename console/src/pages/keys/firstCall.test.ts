import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { missingScopes } from '../../reference/command/scopes';
import { firstCall } from './firstCall';

type Contract = { paths: Record<string, { get?: { security: { apiKey?: string[] }[] } }> };

const CONTRACT = JSON.parse(readFileSync('src/api/contract.gen.json', 'utf8')) as Contract;

const READ_WRITE = ['workspace', 'members', 'keys', 'links', 'webhooks', 'models'];
const SCOPES = [
    ...READ_WRITE.flatMap((resource) => [`${resource}:read`, `${resource}:write`]),
    'clicks:read',
    'models:invoke',
    'events:read',
    'audit:read',
];
const PRESETS = {
    links: /^(links:|clicks:|webhooks:|events:read)/,
    read_only: /:read$/,
    full: /./,
};

/** The scopes that a GET needs of a key, by the contract. */
function needed(path: string): readonly string[] {
    const scopes = CONTRACT.paths[path]?.get?.security.find((scheme) => scheme.apiKey)?.apiKey;
    expect(scopes, `GET ${path} with a key`).toBeDefined();
    return scopes ?? [];
}

describe('the first call of a key', () => {
    it.each(SCOPES)('is one that %s suffices for', (scope) => {
        expect(missingScopes(needed(firstCall({ scopes: [scope], resources: [] })), [scope])).toEqual([]);
    });

    it.each(Object.entries(PRESETS))('is one that the preset %s suffices for', (_, pattern) => {
        const scopes = SCOPES.filter((scope) => pattern.test(scope));
        const path = firstCall({ scopes, resources: [] });
        expect(path).not.toBe('/api/v1/me');
        expect(missingScopes(needed(path), scopes)).toEqual([]);
    });

    it('reads what the key is for, where there is such a list', () => {
        expect(firstCall({ scopes: ['links:write'], resources: [] })).toBe('/api/v1/links');
        expect(firstCall({ scopes: ['models:read'], resources: [] })).toBe('/api/v1/models');
        expect(firstCall({ scopes: ['models:invoke'], resources: [] })).toBe('/api/v1/me');
    });

    it('is about the key itself where the key is restricted to resources', () => {
        expect(firstCall({ scopes: SCOPES, resources: ['lnk_01kb3q8z2bf6srz0c9y1w5d3tq'] })).toBe('/api/v1/me');
        expect(needed('/api/v1/me')).toEqual([]);
    });
});
