type Headers = Readonly<Record<string, string>>;

/** Stands for a stored value. */
const MASK = '***';

/** Headers as lines of text. */
export function linesOf(headers: Headers): string {
    return Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n');
}

/** The headers that the lines set; those of before that no line names are removed, and a mask keeps the stored value. */
export function headersOf(lines: string, before: Headers): Record<string, string | null> {
    const removed: [string, null][] = Object.keys(before).map((name) => [name, null]);
    const changed = new Map<string, string | null>(removed);
    for (const line of lines.split('\n').filter((each) => each.trim() !== '')) {
        const colon = line.indexOf(':');
        const name = (colon < 0 ? line : line.slice(0, colon)).trim();
        const value = colon < 0 ? '' : line.slice(colon + 1).trim();
        const stored = name.toLowerCase();
        changed.delete(stored);
        if (value !== MASK || !(stored in before)) {
            changed.set(name, value);
        }
    }
    return Object.fromEntries(changed);
}
