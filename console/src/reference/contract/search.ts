import { type ContractDocument, type Json, isObject, items, members } from './document';
import type { Contract, Operation } from './operation';

/** One text by which an operation is found, and how telling it is. */
interface Term {
    readonly kind: string;
    readonly text: string;
    readonly weight: number;
}

/** A page that can be found. */
export interface Target {
    readonly title: string;
    /** The method and path of an operation, or the kind of the page. */
    readonly detail: string;
    readonly href: string;
}

interface Entry {
    readonly target: Target;
    readonly terms: readonly Term[];
}

export interface Hit {
    readonly target: Target;
    /** The match, if neither title nor detail shows it. */
    readonly why: string;
}

export type Index = readonly Entry[];

const HITS_MAX = 30;
const DEPTH_MAX = 8;

/** The search index: operations by name, address, text, parameters, fields and codes; guides by their text. */
export function indexOf(contract: Contract): Index {
    const operations = [...contract.surfaces, contract.deliveries]
        .flatMap((surface) => surface.operations)
        .map((operation) => ({ target: targetOf(operation), terms: termsOf(contract.document, operation) }));
    const guides = contract.guides.map(({ slug, title, text }) => ({
        target: { title, detail: 'Guide', href: `/api/reference#${slug}` },
        terms: [
            { kind: '', text: title, weight: 7 },
            { kind: '', text, weight: 1 },
        ],
    }));
    return [...operations, ...guides];
}

function targetOf({ summary, method, path, surface, id }: Operation): Target {
    return { title: summary, detail: `${method} ${path}`, href: `/api/reference/${surface}/${id}` };
}

/** The pages that have every word somewhere, those that have it in their titles first. */
export function search(index: Index, query: string): readonly Hit[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
        return [];
    }
    return index
        .map((entry) => ({ entry, found: words.map((word) => best(entry.terms, word)) }))
        .filter(({ found }) => found.every((term) => term !== null))
        .map(({ entry, found }) => ({ entry, found: found.filter((term) => term !== null) }))
        .sort((a, b) => weight(b.found) - weight(a.found))
        .slice(0, HITS_MAX)
        .map(({ entry, found }) => ({ target: entry.target, why: why(found) }));
}

function best(terms: readonly Term[], word: string): Term | null {
    let found: Term | null = null;
    let value = 0;
    for (const term of terms) {
        const text = term.text.toLowerCase();
        const worth = text === word ? term.weight + 1 : text.includes(word) ? term.weight : 0;
        if (worth > value) {
            found = term;
            value = worth;
        }
    }
    return found;
}

function weight(terms: readonly Term[]): number {
    return terms.reduce((sum, term) => sum + term.weight, 0);
}

function why(terms: readonly Term[]): string {
    const unseen = terms.filter(({ kind }) => kind !== '');
    return [...new Set(unseen.map(({ kind, text }) => `${kind} ${text}`))].join(', ');
}

function termsOf(document: ContractDocument, operation: Operation): readonly Term[] {
    const fields = new Set<string>();
    const media = [...(operation.body?.media ?? []), ...operation.responses.flatMap((response) => response.media)];
    const seen = new Set<string>();
    media.forEach(({ schema }) => {
        collect(document, schema, fields, seen, 0);
    });
    const codes = operation.responses.flatMap(({ problems }) => problems.flatMap((group) => group.codes));
    return [
        { kind: '', text: operation.summary, weight: 6 },
        { kind: '', text: operation.id, weight: 6 },
        { kind: '', text: `${operation.method} ${operation.path}`, weight: 6 },
        { kind: 'surface', text: operation.surface, weight: 2 },
        { kind: '', text: operation.description, weight: 1 },
        ...operation.parameters.map(({ name }) => ({ kind: 'parameter', text: name, weight: 3 })),
        ...[...fields].map((text) => ({ kind: 'field', text, weight: 2 })),
        ...codes.map(([text]) => ({ kind: 'code', text, weight: 2 })),
    ];
}

/** The names of all fields of a schema; one that holds itself is looked into once. */
function collect(document: ContractDocument, schema: Json, names: Set<string>, seen: Set<string>, depth: number): void {
    const reference = isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : null;
    if (depth > DEPTH_MAX || (reference !== null && seen.has(reference))) {
        return;
    }
    if (reference !== null) {
        seen.add(reference);
    }
    const whole = document.resolve(schema);
    for (const [name, field] of members(whole.properties)) {
        names.add(name);
        collect(document, field, names, seen, depth + 1);
    }
    const parts = [whole.items, ...items(whole.allOf), ...items(whole.oneOf), ...items(whole.anyOf)];
    for (const part of parts.filter(isObject)) {
        collect(document, part, names, seen, depth + 1);
    }
}
