import { expect, test } from 'vitest';
import { Malformed } from '../../api/problem';
import { BLANK, BLANK_PROOF, changeOf, draftOf, proofsInWords, typeOf } from './draft';

const OPEN = { response: 'async', dedupe: null, allowed_origins: [], allowed_addresses: [] } as const;

test('what was typed is the body, and what is empty is none', () => {
    expect(changeOf({ ...BLANK, type: 'order.paid' })).toEqual({
        event_type: 'order.paid',
        auth: 'url_token',
        signature: null,
        mapping: null,
        schema: null,
        ...OPEN,
    });
    expect(
        changeOf({
            ...BLANK,
            proofs: [{ ...BLANK_PROOF, auth: 'basic', secret: 'a:b' }],
            mapping: ' body ',
            mode: 'warn',
            schema: '{"type": "object"}',
        }),
    ).toEqual({
        event_type: '',
        auth: 'basic',
        secret: 'a:b',
        signature: null,
        mapping: { jsonata: 'body' },
        schema: { mode: 'warn', json_schema: { type: 'object' } },
        ...OPEN,
    });
    expect(
        changeOf({ ...BLANK, proofs: [{ ...BLANK_PROOF, auth: 'api_key', secret: 'typed before' }] }),
    ).not.toHaveProperty('secret');
});

test('a schema that is no JSON is said at its place', () => {
    expect(() => changeOf({ ...BLANK, schema: '{' })).toThrow(Malformed);
});

const KEPT = {
    response: 'sync' as const,
    dedupe: { key: ['/order_id'] },
    allowed_origins: ['https://shop.example.com'],
    allowed_addresses: ['192.0.2.0/24'],
};

test('an endpoint is edited without its secret', () => {
    const draft = draftOf({
        event_type: 'a.b',
        proofs: [{ name: 'header', auth: 'header', signature: null }],
        mapping: { jsonata: 'body' },
        schema: { mode: 'off', json_schema: { required: ['a'] } },
        ...KEPT,
    });
    expect(draft.proofs[0]?.secret).toBe('');
    expect(changeOf(draft)).toEqual({
        event_type: 'a.b',
        auth: 'header',
        signature: null,
        mapping: { jsonata: 'body' },
        schema: { mode: 'off', json_schema: { required: ['a'] } },
        ...KEPT,
    });
});

test('a signature of its own is sent with its proof alone', () => {
    const proof = { ...BLANK_PROOF, header: 'X-Shop', prefix: 'sha256=' };
    expect(changeOf({ ...BLANK, proofs: [proof] })).toHaveProperty('signature', null);
    expect(changeOf({ ...BLANK, proofs: [{ ...proof, auth: 'custom' }] })).toHaveProperty('signature', {
        header: 'X-Shop',
        encoding: 'hex',
        prefix: 'sha256=',
    });
});

test('several proofs are sent as a list, and those of a name keep their secret', () => {
    const proofs = [
        { name: 'github', auth: 'github', signature: null },
        { name: 'next', auth: 'header', signature: null },
    ] as const;
    const draft = draftOf({ event_type: 'a.b', proofs: [...proofs], mapping: null, schema: null, ...KEPT });
    expect(draft.listed).toBe(true);
    const more = { ...draft, proofs: [...draft.proofs, { ...BLANK_PROOF, auth: 'x', secret: 's' } as const] };
    const change = changeOf(more);
    expect(change).not.toHaveProperty('auth');
    expect(change).toHaveProperty('proofs', [...proofs, { auth: 'x', signature: null, secret: 's' }]);
    expect(proofsInWords({ proofs: [...proofs] })).toBe('GitHub, next (Header)');
});

test('an expression of the type is sent with its default', () => {
    const event_type = { cel: 'body.kind', default: null };
    const draft = draftOf({ event_type, proofs: [], mapping: null, schema: null, ...KEPT });
    expect(changeOf(draft).event_type).toEqual(event_type);
    expect(changeOf({ ...draft, fallback: ' a.b ' }).event_type).toEqual({ cel: 'body.kind', default: 'a.b' });
    expect(changeOf({ ...draft, typed: 'once', type: 'c.d' }).event_type).toBe('c.d');
    expect(typeOf({ event_type })).toBe('body.kind');
});
