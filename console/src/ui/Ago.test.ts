import { describe, expect, it } from 'vitest';
import { relative } from './Ago';

describe('a moment seen from now', () => {
    const now = Date.parse('2026-11-28T09:00:00Z');

    it.each([
        ['2026-11-28T09:00:00Z', 'now'],
        ['2026-11-28T09:00:06Z', 'in 6 seconds'],
        ['2026-11-28T08:59:00Z', '1 minute ago'],
        ['2026-11-28T10:59:58Z', 'in 2 hours'],
        ['2026-11-27T08:00:00Z', 'yesterday'],
        ['2026-11-25T09:00:00Z', '3 days ago'],
    ])('is said in its largest unit: %s', (at, words) => {
        expect(relative(at, now)).toBe(words);
    });
});
