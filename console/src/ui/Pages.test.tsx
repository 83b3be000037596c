import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Page } from '../api/queries';
import { Pages } from './Loaded';

const NONE: Page<string> = { data: [], has_more: false, next_cursor: null };
const QUERY = { data: { pages: [NONE], pageParams: [] }, error: null, hasNextPage: false, isFetching: false };

function shown(others: readonly string[]): string {
    const query = QUERY as unknown as UseInfiniteQueryResult<InfiniteData<Page<string>>>;
    return renderToStaticMarkup(
        <Pages query={query} empty="nothing" hasOthers={others.length > 0}>
            {(rows) => [...others, ...rows].join()}
        </Pages>,
    );
}

describe('an empty list', () => {
    it('is explained, unless other rows are shown', () => {
        expect(shown([])).toContain('nothing');
        expect(shown(['live'])).toContain('live');
        expect(shown(['live'])).not.toContain('nothing');
    });
});
