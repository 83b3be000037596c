import { useQuery } from '@tanstack/react-query';
import { listsOf, prefixesOf } from '../command/ownIds';
import type { Filled } from '../command/request';
import { isObject, items, text } from '../contract/document';
import type { Contract, Operation } from '../contract/operation';
import { ask } from './asking';
import { type CallerState, useReference } from './state';

const NONE: Readonly<Record<string, string>> = {};

/**
 * The IDs of the reader's newest resources of the types that the samples of an operation name, by their prefix. Empty
 * without a session, and for deletions, which must not name a resource that the reader did not choose.
 */
export function useOwnIds(operation: Operation, filled: Filled): Readonly<Record<string, string>> {
    const { contract, caller } = useReference();
    const prefixes = prefixesOf(filled);
    const found = useQuery({
        queryKey: ['own-ids', caller.workspace, operation.id],
        queryFn: () => ownIds(contract, caller, prefixes),
        enabled: caller.session !== null && operation.method !== 'DELETE' && prefixes.length > 0,
        staleTime: Infinity,
    });
    return found.data ?? NONE;
}

async function ownIds(
    contract: Contract,
    { workspace }: CallerState,
    prefixes: readonly string[],
): Promise<Readonly<Record<string, string>>> {
    const lists = listsOf(contract);
    const found = await Promise.all(
        prefixes.map(async (prefix) => {
            const list = lists.get(prefix);
            const id = list === undefined ? '' : await newest(list.path, workspace);
            return id.startsWith(`${prefix}_`) ? [[prefix, id] as const] : [];
        }),
    );
    return Object.fromEntries(found.flat());
}

/** The ID of the newest resource of a list; empty if there is none or the list cannot be read. */
async function newest(path: string, workspace: string): Promise<string> {
    const said = await ask(`${path}?limit=1`, { credentials: 'same-origin', headers: { Workspace: workspace } });
    const [first] = isObject(said) ? items(said.data) : [];
    return isObject(first) ? text(first.id) : '';
}
