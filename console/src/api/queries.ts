import {
    type InfiniteData,
    type UseInfiniteQueryResult,
    type UseQueryResult,
    useInfiniteQuery,
    useQuery,
    useQueryClient,
} from '@tanstack/react-query';
import { pauseAfter } from './asking';
import { useWorkspaceId } from './caller';

/** What every list of the API answers. */
export interface Page<T> {
    readonly data: T[];
    readonly has_more: boolean;
    readonly next_cursor: string | null;
}

/** Interval of repeated queries in milliseconds. */
const AGAIN_MS = 1_000;

/** Number of empty pages that are skipped before the user is asked whether to continue. */
const EMPTY_PAGES_MAX = 50;

/**
 * Something of the workspace: asked for anew when another workspace is entered.
 *
 * @param passing whether what was answered is about to change, so that it is asked for again
 * @param again how soon, in milliseconds
 */
export function useOfWorkspace<T>(
    key: readonly unknown[],
    fetched: () => Promise<T>,
    passing: (shown: T) => boolean = () => false,
    again = AGAIN_MS,
): UseQueryResult<T> {
    const workspace = useWorkspaceId();
    return useQuery({
        queryKey: [workspace, ...key],
        queryFn: fetched,
        refetchInterval: ({ state }) =>
            state.error === null && state.data !== undefined && passing(state.data as T)
                ? again
                : pauseAfter(state.error),
    });
}

/**
 * A list of the workspace, page by page; what it showed stays while other filters are asked for.
 *
 * @param moving whether others add to it while it is looked at, so that its first page is asked for every second
 */
export function usePages<T>(
    key: readonly unknown[],
    fetched: (cursor: string | undefined) => Promise<Page<T>>,
    moving = false,
): UseInfiniteQueryResult<InfiniteData<Page<T>>> {
    const workspace = useWorkspaceId();
    return useInfiniteQuery({
        queryKey: [workspace, ...key],
        queryFn: ({ pageParam, signal }) => firstFilled(fetched, pageParam, signal),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (page) => page.next_cursor ?? undefined,
        // A list with several pages is not refreshed.
        refetchInterval: ({ state }) =>
            moving && state.error === null && state.data?.pages.length === 1 ? AGAIN_MS : pauseAfter(state.error),
        // Never another workspace's.
        placeholderData: (shown, query) => (query?.queryKey[0] === workspace ? shown : undefined),
    });
}

/** A rare combination of filters is searched for in parts, of which the first ones may be empty. */
async function firstFilled<T>(
    fetched: (cursor: string | undefined) => Promise<Page<T>>,
    cursor: string | undefined,
    signal: AbortSignal,
): Promise<Page<T>> {
    let page = await fetched(cursor);
    for (let empty = 1; empty < EMPTY_PAGES_MAX && !signal.aborted; empty += 1) {
        if (page.data.length > 0 || page.next_cursor === null) {
            break;
        }
        page = await fetched(page.next_cursor);
    }
    return page;
}

/** Has everything of these kinds asked for anew. */
export function useForget(): (...kinds: string[]) => Promise<void> {
    const client = useQueryClient();
    const workspace = useWorkspaceId();
    return async (...kinds) => {
        await Promise.all(kinds.map((kind) => client.invalidateQueries({ queryKey: [workspace, kind] })));
    };
}

/** Forgets what was deleted, and has lists of these kinds asked for anew by the page that shows them next, not by the one that is left. */
export function useGone(): (id: string, ...kinds: string[]) => void {
    const client = useQueryClient();
    const workspace = useWorkspaceId();
    return (id, ...kinds) => {
        for (const kind of kinds) {
            client.removeQueries({ queryKey: [workspace, kind, id] });
            void client.invalidateQueries({ queryKey: [workspace, kind], refetchType: 'none' });
        }
    };
}

/** The parameters of a query that are given. */
export function given<T extends Record<string, unknown>>(parameters: T): { [K in keyof T]?: NonNullable<T[K]> } {
    return Object.fromEntries(
        Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ''),
    ) as { [K in keyof T]?: NonNullable<T[K]> };
}
