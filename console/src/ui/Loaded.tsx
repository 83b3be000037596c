import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem, Unreachable, isPassing } from '../api/problem';
import type { Page } from '../api/queries';
import { useTrouble } from '../api/trouble';
import { Button } from './Button';
import { ProblemNotice, ProblemSource } from './ProblemNotice';

export function Loading() {
    return (
        <p role="status" className="muted">
            Loading…
        </p>
    );
}

interface FailedProps {
    readonly problem: unknown;
    readonly onRetry: () => void;
}

/** What did not arrive, and a way to ask again. */
export function Failed({ problem, onRetry }: FailedProps) {
    return (
        <div className="stack tight">
            {problem instanceof Unreachable ? (
                <div className="notice warn" role="alert">
                    {problem.message}
                </div>
            ) : (
                <ProblemNotice problem={problem} />
            )}
            <div className="row">
                <Button onClick={onRetry}>Try again</Button>
                {isPassing(problem) && <span className="muted">It is asked again by itself.</span>}
            </div>
        </div>
    );
}

/** That what is shown may be old; whoever reads it is not disturbed by what passes by itself. */
function Outdated({ problem, onRetry }: FailedProps) {
    if (!isPassing(problem)) {
        return <Failed problem={problem} onRetry={onRetry} />;
    }
    return (
        <p className="muted small" role="status">
            What you see could not be refreshed; trying again.
            {problem instanceof ApiProblem && (
                <>
                    {' '}
                    <ProblemSource of={problem} />
                </>
            )}
        </p>
    );
}

interface LoadedProps<T> {
    readonly query: UseQueryResult<T>;
    readonly children: (data: T) => ReactNode;
}

/** What was asked for, or how far that is. What is there already stays while it is asked for anew. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
    const trouble = useTrouble(query);
    const onRetry = () => void query.refetch();
    if (query.data === undefined) {
        return trouble === null ? <Loading /> : <Failed problem={trouble} onRetry={onRetry} />;
    }
    return (
        <>
            {trouble !== null && <Outdated problem={trouble} onRetry={onRetry} />}
            {children(query.data)}
        </>
    );
}

interface PagesProps<T> {
    readonly query: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
    readonly empty: ReactNode;
    readonly children: (rows: readonly T[]) => ReactNode;
}

/** A list with a button for more of it. */
export function Pages<T>({ query, empty, children }: PagesProps<T>) {
    const trouble = useTrouble(query);
    const onRetry = () => void query.refetch();
    // What other filters found is no answer to what is asked now.
    if (query.data === undefined || (trouble !== null && query.isPlaceholderData)) {
        return trouble === null ? <Loading /> : <Failed problem={trouble} onRetry={onRetry} />;
    }
    const rows = query.data.pages.flatMap((page) => page.data);
    const none = query.hasNextPage ? <p className="muted">Nothing found so far.</p> : empty;
    const more = rows.length === 0 ? 'Search on' : 'Show more';
    const isMoreMissing = trouble !== null && (query.isFetchingNextPage || query.isFetchNextPageError);
    return (
        <div className="stack" aria-busy={query.isFetching}>
            {trouble !== null && !isMoreMissing && <Outdated problem={trouble} onRetry={onRetry} />}
            {rows.length === 0 ? none : children(rows)}
            {isMoreMissing && <Failed problem={trouble} onRetry={() => void query.fetchNextPage()} />}
            {query.hasNextPage && !isMoreMissing && (
                <div>
                    <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                        {query.isFetchingNextPage ? 'Loading…' : more}
                    </Button>
                </div>
            )}
        </div>
    );
}

/** Says what is not there yet, and how it comes to be. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
    return (
        <div className="panel empty">
            <h2>{title}</h2>
            {children}
        </div>
    );
}
