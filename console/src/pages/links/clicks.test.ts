import { describe, expect, it } from 'vitest';
import { SPANS, barsOf, startOf } from './clicks';

const NOW = new Date(2026, 10, 22, 15, 40);

describe('the bars of clicks', () => {
    it('are one for each day up to today, including days without clicks', () => {
        const today = new Date(2026, 10, 22).toISOString();
        const statistics = {
            object: 'stats' as const,
            interval: 'day',
            timezone: 'UTC',
            data: [{ at: today, clicks: 3, uniques: 2 }],
            totals: { clicks: 3, uniques: 2 },
        };
        const bars = barsOf(statistics, SPANS[1], NOW);
        expect(bars).toHaveLength(30);
        expect(bars.at(-1)?.value).toBe(3);
        expect(bars.slice(0, -1).every((bar) => bar.value === 0)).toBe(true);
    });

    it('begin at the start of an hour or a day', () => {
        expect(startOf(SPANS[0], NOW)).toEqual(new Date(2026, 10, 21, 16));
        expect(startOf(SPANS[1], NOW)).toEqual(new Date(2026, 9, 24));
    });
});
