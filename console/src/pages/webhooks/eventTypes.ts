import type { EventType } from '../../api/types';
import { words } from '../../ui/words';

/** The patterns selected in the catalogue, and those typed beside it. */
export interface Chosen {
    readonly patterns: readonly string[];
    readonly own: string;
}

interface Group {
    readonly pattern: string;
    readonly types: readonly EventType[];
}

/** The catalogue by the first word of its types. */
export function groupsOf(catalogue: readonly EventType[]): readonly Group[] {
    const groups = new Map<string, EventType[]>();
    for (const type of catalogue) {
        const pattern = `${type.type.split('.', 1)[0] ?? ''}.*`;
        groups.set(pattern, [...(groups.get(pattern) ?? []), type]);
    }
    return [...groups].map(([pattern, types]) => ({ pattern, types }));
}

export function toggled(chosen: Chosen, pattern: string, checked: boolean): Chosen {
    const others = chosen.patterns.filter((each) => each !== pattern);
    return { ...chosen, patterns: checked ? [...others, pattern] : others };
}

export function withOwn(chosen: Chosen, own: string): Chosen {
    return { ...chosen, own };
}

/** As the API takes them. */
export function patternsOf(chosen: Chosen): string[] {
    return [...new Set([...chosen.patterns, ...words(chosen.own)])];
}

/** The selection of a webhook's patterns: those of the catalogue are ticked, the others are typed. */
export function chosenOf(patterns: readonly string[], catalogue: readonly EventType[]): Chosen {
    const known = new Set([
        '*',
        ...groupsOf(catalogue).flatMap((group) => [group.pattern, ...group.types.map(({ type }) => type)]),
    ]);
    return {
        patterns: patterns.filter((pattern) => known.has(pattern)),
        own: patterns.filter((pattern) => !known.has(pattern)).join(' '),
    };
}
