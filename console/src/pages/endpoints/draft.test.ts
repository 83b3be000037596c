import { expect, test } from 'vitest';
import { Malformed } from '../../api/problem';
import { BLANK, changeOf, draftOf } from './draft';

const OPEN = { response: 'async', dedupe: null, allowed_origins: [], allowed_addresses: [], signature: null } as const;

test('what was typed is the body, and what is empty is none', () => {
    expect(changeOf(BLANK)).toEqual({ auth: 'url_token', mapping: null, schema: null, ...OPEN });
    expect(
        changeOf({
            ...BLANK,
            auth: 'basic',
            secret: 'a:b',
            mapping: ' body ',
            mode: 'warn',
            schema: '{"type": "object"}',
        }),
    ).toEqual({
        auth: 'basic',
        secret: 'a:b',
        mapping: { jsonata: 'body' },
        schema: { mode: 'warn', json_schema: { type: 'object' } },
        ...OPEN,
    });
    expect(changeOf({ ...BLANK, auth: 'api_key', secret: 'typed before' })).not.toHaveProperty('secret');
});

test('a schema that is no JSON is said at its place', () => {
    expect(() => changeOf({ ...BLANK, schema: '{' })).toThrow(Malformed);
});

const KEPT = {
    response: 'sync' as const,
    dedupe: { key: ['/order_id'] },
    allowed_origins: ['https://shop.example.com'],
    allowed_addresses: ['192.0.2.0/24'],
    signature: null,
};

test('an endpoint is edited without its secret', () => {
    const draft = draftOf({
        auth: 'header',
        mapping: { jsonata: 'body' },
        schema: { mode: 'off', json_schema: { required: ['a'] } },
        ...KEPT,
    });
    expect(draft.secret).toBe('');
    expect(changeOf(draft)).toEqual({
        auth: 'header',
        mapping: { jsonata: 'body' },
        schema: { mode: 'off', json_schema: { required: ['a'] } },
        ...KEPT,
    });
});

test('a signature of its own is sent with its proof alone', () => {
    const draft = { ...BLANK, header: 'X-Shop', prefix: 'sha256=' };
    expect(changeOf(draft).signature).toBeNull();
    expect(changeOf({ ...draft, auth: 'custom' }).signature).toEqual({
        header: 'X-Shop',
        encoding: 'hex',
        prefix: 'sha256=',
    });
});
