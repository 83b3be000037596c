import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

type Asked = Pick<UseQueryResult, 'error' | 'errorUpdateCount' | 'isFetching'>;

/** The last error of a query, also while it is repeated: the query itself forgets it then. */
export function useTrouble({ error, errorUpdateCount, isFetching }: Asked): Error | null {
    const [last, setLast] = useState(error);
    const trouble = error ?? (isFetching && errorUpdateCount > 0 ? last : null);
    if (trouble !== last) {
        setLast(trouble);
    }
    return trouble;
}
