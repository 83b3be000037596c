import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api, ifMatch } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Link, LinkCreate, LinkUpdate, Statistics } from '../../api/types';

/** Which links to list. */
export interface LinkFilter {
    readonly q: string;
    readonly tag: string;
    readonly external_id: string;
}

/** The links of the workspace that fit, the newest first. */
export function useLinks(filter: LinkFilter) {
    return usePages<Link>(['links', 'list', filter], (cursor) =>
        answer(api.GET('/api/v1/links', { params: { query: given({ ...filter, cursor }) } })),
    );
}

/** One link. */
export function useLink(id: string): UseQueryResult<Link> {
    return useOfWorkspace(['links', id], () => answer(api.GET('/api/v1/links/{id}', { params: { path: { id } } })));
}

/** The clicks on a link by hour or day, since a time. */
export function useLinkStatistics(id: string, interval: 'hour' | 'day', from: string): UseQueryResult<Statistics> {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return useOfWorkspace(['links', id, 'stats', interval, from], () =>
        answer(
            api.GET('/api/v1/links/{id}/stats', {
                params: { path: { id }, query: { interval, from, timezone: timeZone } },
            }),
        ),
    );
}

export function createLink(body: LinkCreate, idempotencyKey: string): Promise<Link> {
    return answer(api.POST('/api/v1/links', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** Changes a link, unless it was changed since this version. */
export function updateLink(link: Link, body: LinkUpdate): Promise<Link> {
    return answer(
        api.PATCH('/api/v1/links/{id}', {
            params: { path: { id: link.id }, header: ifMatch(link) },
            body,
        }),
    );
}

export async function deleteLink(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/links/{id}', { params: { path: { id } } }));
}
