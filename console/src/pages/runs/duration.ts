const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its two greatest units; null while it has no end. */
export function durationOf({ started_at, ended_at }: { started_at: string; ended_at: string | null }): string | null {
    return ended_at === null ? null : inWords(Math.max(Date.parse(ended_at) - Date.parse(started_at), 0));
}

function inWords(millis: number): string {
    if (millis < SECOND) {
        return `${millis} ms`;
    }
    if (millis < MINUTE) {
        return `${(Math.floor(millis / 100) / 10).toFixed(1)} s`;
    }
    if (millis < HOUR) {
        return two(millis, MINUTE, 'min', SECOND, 's');
    }
    return millis < DAY ? two(millis, HOUR, 'h', MINUTE, 'min') : two(millis, DAY, 'd', HOUR, 'h');
}

function two(millis: number, great: number, greatUnit: string, small: number, smallUnit: string): string {
    return `${Math.floor(millis / great)} ${greatUnit} ${Math.floor((millis % great) / small)} ${smallUnit}`;
}
