import { describe, expect, it } from 'vitest';
import { durationOf } from './duration';
import { filterOf } from './filter';

const START = Date.parse('2026-11-02T09:30:00.125Z');

function after(millis: number): string | null {
    return durationOf({
        started_at: new Date(START).toISOString(),
        ended_at: new Date(START + millis).toISOString(),
    });
}

describe('the duration of a step', () => {
    it('is told in its two greatest units', () => {
        expect([0, 999, 1_000, 59_999, 60_000, 3_599_000, 3_600_000, 90_000_000].map(after)).toEqual([
            '0 ms',
            '999 ms',
            '1.0 s',
            '59.9 s',
            '1 min 0 s',
            '59 min 59 s',
            '1 h 0 min',
            '1 d 1 h',
        ]);
    });

    it('is not known before the end, and never less than nothing', () => {
        expect(durationOf({ started_at: new Date(START).toISOString(), ended_at: null })).toBeNull();
        expect(after(-5)).toBe('0 ms');
    });
});

describe('the filter of runs', () => {
    it('is what the address says, as far as there is such a status', () => {
        expect(filterOf(new URLSearchParams('rule_id=rul_1&status=failed'))).toEqual({
            rule_id: 'rul_1',
            status: 'failed',
        });
        expect(filterOf(new URLSearchParams('status=over'))).toEqual({ rule_id: '', status: '' });
    });
});
