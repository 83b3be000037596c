import { expect, test } from 'vitest';
import { headersOf, linesOf } from './headers';

const STORED = { authorization: '***', 'x-team': '***' };

test('untouched lines change nothing', () => {
    expect(headersOf(linesOf(STORED), STORED)).toEqual({});
});

test('a line sets a header, and one that is gone removes it', () => {
    expect(headersOf('Authorization: Bearer a:b\n\n x-new : 1', STORED)).toEqual({
        Authorization: 'Bearer a:b',
        'x-new': '1',
        'x-team': null,
    });
});

test('a mask of a header that is not stored is a value', () => {
    expect(headersOf('x-new: ***', STORED)).toEqual({ 'x-new': '***', authorization: null, 'x-team': null });
});
