/** Browsers call themselves by the names of others too: the first of these that is there is what it is. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
    [/\bEdgA?\//, 'Edge'],
    [/\bOPR\//, 'Opera'],
    [/\b(Firefox|FxiOS)\//, 'Firefox'],
    [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
    [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
    [/\bAndroid\b/, 'Android'],
    [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
    [/\bWindows\b/, 'Windows'],
    [/\bMac OS X\b/, 'macOS'],
    [/\bLinux\b/, 'Linux'],
];

/** The name of a browser; the whole user agent if the browser is not known. */
export function browserOf(agent: string): string {
    const browser = named(BROWSERS, agent);
    const system = named(SYSTEMS, agent);
    if (browser === undefined) {
        return agent === '' ? 'Unknown browser' : agent;
    }
    return system === undefined ? browser : `${browser} on ${system}`;
}

function named(known: readonly (readonly [RegExp, string])[], agent: string): string | undefined {
    return known.find(([pattern]) => pattern.test(agent))?.[1];
}
