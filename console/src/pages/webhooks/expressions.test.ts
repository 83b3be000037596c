import { expect, test } from 'vitest';
import { NO_TEXTS, expressionsOf, givenOf, textsOf } from './expressions';

test('what a webhook has is written back as it was', () => {
    const webhook = { filter: "event.type == 'a'\n", transform: null };
    expect(expressionsOf(textsOf(webhook))).toEqual(webhook);
});

test('a field of blanks is none', () => {
    expect(expressionsOf({ filter: ' \n', transform: '{}' })).toEqual({ filter: null, transform: '{}' });
    expect(expressionsOf(NO_TEXTS)).toEqual({ filter: null, transform: null });
});

test('only what there is is given', () => {
    expect(givenOf({ filter: null, transform: '{}' })).toEqual({ transform: '{}' });
    expect(givenOf({ filter: 'true', transform: null })).toEqual({ filter: 'true' });
});
