/** Numbers that look random and are the same for the same seed (mulberry32), so that a failed test can be run again. */
export function seeded(seed: number): (bound: number) => number {
    let state = seed >>> 0;
    return (bound) => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
    };
}

/** Texts with everything in them that shells, JSON and URLs have a meaning for. */
export function randomText(random: (bound: number) => number): string {
    const special = '\'"`$\\!%^&|<>()[]{};:,#~*?=+-@ \t\n\r\u00e9\u2018\u2019\u201c\u201d\u4e16\u0301\u202e\u{1f600}A0';
    const characters = Array.from(special);
    const length = random(24);
    return Array.from({ length }, () => characters[random(characters.length)]).join('');
}
