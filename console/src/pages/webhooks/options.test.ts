import { expect, test } from 'vitest';
import { NO_OPTIONS, newOptions, optionTextsOf, optionsOf } from './options';

const WEBHOOK = {
    tags: ['shop', 'eu'],
    headers: { 'x-key': '***' },
    format: 'thin' as const,
    rate_limit: 10,
    ordering: 'endpoint' as const,
    signature: 'v1a' as const,
};
const NOTHING = { tags: [], headers: {}, format: 'standard', rate_limit: null, ordering: 'none', signature: 'v1' };

test('what a webhook has is written back as it was', () => {
    expect(optionsOf(optionTextsOf(WEBHOOK), WEBHOOK)).toEqual({ ...WEBHOOK, headers: {} });
});

test('a new webhook has what is written', () => {
    expect(newOptions(NO_OPTIONS)).toEqual(NOTHING);
    expect(newOptions({ ...NO_OPTIONS, tags: 'a,', headers: 'X-Key: 1' })).toEqual({
        ...NOTHING,
        tags: ['a'],
        headers: { 'X-Key': '1' },
    });
});
