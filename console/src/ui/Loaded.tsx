import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unreachable } from '../api/problem';
import type { Page } from '../api/queries';
import { Button } from './Button';
import { ProblemNotice } from './ProblemNotice';

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
            <div>
                <Button onClick={onRetry}>Try again</Button>
            </div>
        </div>
    );
}

interface LoadedProps<T> {
    readonly query: UseQueryResult<T>;
    readonly children: (data: T) => ReactNode;
}

/** What was asked for, or how far that is. What is there already stays while it is asked for anew. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
    if (query.data !== undefined) {
        return children(query.data);
    }
    return query.isError ? <Failed problem={query.error} onRetry={() => void query.refetch()} /> : <Loading />;
}

interface PagesProps<T> {
    readonly query: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
    readonly empty: ReactNode;
    readonly children: (rows: readonly T[]) => ReactNode;
}

/** A list with a button for more of it. */
export function Pages<T>({ query, empty, children }: PagesProps<T>) {
    if (query.data === undefined) {
        return query.isError ? <Failed problem={query.error} onRetry={() => void query.refetch()} /> : <Loading />;
    }
    const rows = query.data.pages.flatMap((page) => page.data);
    return (
        <div className="stack" aria-busy={query.isFetching}>
            {query.isError && <Failed problem={query.error} onRetry={() => void query.refetch()} />}
            {rows.length === 0 ? empty : children(rows)}
            {query.hasNextPage && (
                <div>
                    <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                        {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
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
