import { expect, it } from 'vitest';
import { missingScopes } from './scopes';

it('writing includes reading of the same resource and nothing else', () => {
    expect(missingScopes(['links:read'], ['links:write'])).toEqual([]);
    expect(missingScopes(['links:write'], ['links:read'])).toEqual(['links:write']);
    expect(missingScopes(['clicks:read'], ['links:write'])).toEqual(['clicks:read']);
    expect(missingScopes(['events:replay'], ['events:read', 'events:write'])).toEqual(['events:replay']);
    expect(missingScopes([], [])).toEqual([]);
});
