import { expect, test } from 'vitest';
import { inWords } from './replays';

test('a count says whether it is complete', () => {
    expect(inWords(0, true)).toBe('0 deliveries match.');
    expect(inWords(1, true)).toBe('1 delivery matches.');
    expect(inWords(5000, false)).toBe('More than 5,000 deliveries match.');
});
