import { useEffect, useState } from 'react';

const SHOWN = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

const UNITS = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
] as const;

const TICK_MS = 1_000;

/** How long ago a moment was or how soon it is, in the largest unit of which there is one at least. */
export function relative(at: string, nowMs: number): string {
    const seconds = Math.round((Date.parse(at) - nowMs) / 1_000);
    const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
    return SHOWN.format(Math.round(seconds / length), unit);
}

/** A moment, seen from now; exact in the reader's own time zone where it is pointed at. */
export function Ago({ at }: { readonly at: string }) {
    const [now, setNow] = useState(Date.now);
    useEffect(() => {
        const tick = setInterval(() => {
            setNow(Date.now());
        }, TICK_MS);
        return () => {
            clearInterval(tick);
        };
    }, []);
    return (
        <time className="whole" dateTime={at} title={EXACT.format(new Date(at))}>
            {relative(at, now)}
        </time>
    );
}
