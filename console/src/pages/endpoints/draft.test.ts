import { expect, test } from 'vitest';
import { Malformed } from '../../api/problem';
import { BLANK, changeOf, draftOf } from './draft';

test('what was typed is the body, and what is empty is none', () => {
    expect(changeOf(BLANK)).toEqual({ auth: 'url_token', mapping: null, schema: null });
    expect(
        changeOf({ auth: 'basic', secret: 'a:b', mapping: ' body ', mode: 'warn', schema: '{"type": "object"}' }),
    ).toEqual({
        auth: 'basic',
        secret: 'a:b',
        mapping: { jsonata: 'body' },
        schema: { mode: 'warn', json_schema: { type: 'object' } },
    });
    expect(changeOf({ ...BLANK, auth: 'api_key', secret: 'typed before' })).not.toHaveProperty('secret');
});

test('a schema that is no JSON is said at its place', () => {
    expect(() => changeOf({ ...BLANK, schema: '{' })).toThrow(Malformed);
});

test('an endpoint is edited without its secret', () => {
    const draft = draftOf({
        auth: 'header',
        mapping: { jsonata: 'body' },
        schema: { mode: 'off', json_schema: { required: ['a'] } },
    });
    expect(draft.secret).toBe('');
    expect(changeOf(draft)).toEqual({
        auth: 'header',
        mapping: { jsonata: 'body' },
        schema: { mode: 'off', json_schema: { required: ['a'] } },
    });
});
