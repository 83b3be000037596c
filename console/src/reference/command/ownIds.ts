import type { Contract, Operation } from '../contract/operation';
import type { Filled } from './request';

/** An ID of a resource: its prefix, and a ULID. */
const ID = /\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g;

/** The list operation of each type of resource, by the prefix of its IDs. */
export function listsOf(contract: Contract): ReadonlyMap<string, Operation> {
    const gets = contract.surfaces.flatMap(({ operations }) => operations).filter(({ method }) => method === 'GET');
    const byPath = new Map(gets.map((operation) => [operation.path, operation]));
    const found = new Map<string, Operation>();
    for (const { path, parameters } of gets) {
        const list = path.endsWith('/{id}') ? byPath.get(path.slice(0, -'/{id}'.length)) : undefined;
        const [example] = prefixesIn(parameters.find(({ name }) => name === 'id')?.example ?? '');
        if (list !== undefined && example !== undefined) {
            found.set(example, list);
        }
    }
    return found;
}

/** The prefixes of the IDs in the samples of a request. */
export function prefixesOf(filled: Filled): readonly string[] {
    return prefixesIn([...Object.values(filled.parameters), filled.body ?? ''].join('\n'));
}

function prefixesIn(text: string): readonly string[] {
    return [...new Set([...text.matchAll(ID)].map(([, prefix]) => prefix ?? ''))];
}

/** The samples with the IDs of the reader, by their prefix, in place of the IDs of the contract. */
export function withIds(filled: Filled, own: Readonly<Record<string, string>>): Filled {
    const replaced = (text: string) => text.replace(ID, (id, prefix: string) => own[prefix] ?? id);
    return {
        ...filled,
        parameters: Object.fromEntries(Object.entries(filled.parameters).map(([key, value]) => [key, replaced(value)])),
        body: filled.body === null ? null : replaced(filled.body),
    };
}
