import type { Statistics } from '../../api/types';
import type { Bar } from '../../ui/BarChart';

/** A stretch of time to look at. */
export interface Span {
    readonly value: '24h' | '30d' | '90d';
    readonly label: string;
    readonly interval: 'hour' | 'day';
    readonly count: number;
}

export const SPANS: readonly [Span, Span, Span] = [
    { value: '24h', label: 'The last 24 hours', interval: 'hour', count: 24 },
    { value: '30d', label: 'The last 30 days', interval: 'day', count: 30 },
    { value: '90d', label: 'The last 90 days', interval: 'day', count: 90 },
];

/** The start of the period's first hour or day, in the time zone of the browser. */
export function startOf(span: Span, now: Date): Date {
    return beginnings(span, now)[0] ?? now;
}

/** One bar for each hour or day, including those without clicks. */
export function barsOf(statistics: Statistics, span: Span, now: Date): readonly Bar[] {
    const counted = new Map(statistics.data.map((entry) => [entry.at, entry.clicks]));
    const format = new Intl.DateTimeFormat(
        undefined,
        span.interval === 'hour'
            ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
            : { month: 'short', day: 'numeric' },
    );
    return beginnings(span, now).map((at) => ({ label: format.format(at), value: counted.get(at.toISOString()) ?? 0 }));
}

function beginnings(span: Span, now: Date): Date[] {
    return Array.from({ length: span.count }, (_, index) => {
        const back = span.count - 1 - index;
        return span.interval === 'hour'
            ? new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() - back)
            : new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
    });
}
