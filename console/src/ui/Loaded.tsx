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

/** A failed query, with a button to repeat it. */
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
                {isPassing(problem) && <span className="muted">The console retries automatically.</span>}
            </div>
        </div>
    );
}

/** A notice that the data may be outdated; it is not shown as an alert for temporary failures. */
function Outdated({ problem, onRetry }: FailedProps) {
    if (!isPassing(problem)) {
        return <Failed problem={problem} onRetry={onRetry} />;
    }
    return (
        <p className="muted small" role="status">
            The page could not be refreshed; trying again.
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

/** The data of a query, or its progress. Known data stays visible while the query repeats. */
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
    /** The children show other rows as well, even if the list is empty. */
    readonly hasOthers?: boolean;
    readonly children: (rows: readonly T[]) => ReactNode;
}

/** A list with a button for the next page. */
export function Pages<T>({ query, empty, hasOthers = false, children }: PagesProps<T>) {
    const trouble = useTrouble(query);
    const onRetry = () => void query.refetch();
    // Data of other filters is not shown with an error of these.
    if (query.data === undefined || (trouble !== null && query.isPlaceholderData)) {
        return trouble === null ? <Loading /> : <Failed problem={trouble} onRetry={onRetry} />;
    }
    const rows = query.data.pages.flatMap((page) => page.data);
    const none = query.hasNextPage ? <p className="muted">No results so far.</p> : empty;
    const more = rows.length === 0 ? 'Continue search' : 'Show more';
    const isMoreMissing = trouble !== null && (query.isFetchingNextPage || query.isFetchNextPageError);
    return (
        <div className="stack" aria-busy={query.isFetching}>
            {trouble !== null && !isMoreMissing && <Outdated problem={trouble} onRetry={onRetry} />}
            {rows.length === 0 && !hasOthers ? none : children(rows)}
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

/** Explains an empty list. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
    return (
        <div className="panel empty">
            <h2>{title}</h2>
            {children}
        </div>
    );
}
