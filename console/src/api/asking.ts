import { QueryClient } from '@tanstack/react-query';
import { ApiProblem, isPassing } from './problem';

const ASK_AGAIN_SECONDS = 5;
const MOST_SECONDS = 60;

/** The cache of queries, which repeats failed ones. */
export function newQueryClient(): QueryClient {
    return new QueryClient({
        defaultOptions: {
            queries: {
                // Whether the network is there is found out by asking: the browser's own idea of it is often wrong.
                networkMode: 'always',
                refetchOnReconnect: true,
                staleTime: 2_000,
                // A try that waits for the next one cannot be hurried by a person; so each try ends, and another one begins.
                retry: false,
                // A query repeats for every observer, also if another one started it.
                refetchInterval: ({ state }) => pauseAfter(state.error),
            },
            mutations: { networkMode: 'always' },
        },
    });
}

/**
 * Time until a failed query is repeated, in milliseconds: as long as the server says, within reason; false for never.
 */
export function pauseAfter(problem: unknown): number | false {
    if (!isPassing(problem)) {
        return false;
    }
    const said = problem instanceof ApiProblem ? problem.retryAfter : undefined;
    return Math.min(Math.max(said ?? ASK_AGAIN_SECONDS, 1), MOST_SECONDS) * 1_000;
}
