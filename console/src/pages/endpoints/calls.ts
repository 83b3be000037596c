import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Endpoint, EndpointCreate, EndpointUpdate } from '../../api/types';

/** The publishing endpoints of the workspace, the newest first. */
export function useEndpoints() {
    return usePages<Endpoint>(['endpoints'], (cursor) =>
        answer(api.GET('/api/v1/automation/endpoints', { params: { query: given({ cursor }) } })),
    );
}

/** One endpoint. */
export function useEndpoint(id: string): UseQueryResult<Endpoint> {
    return useOfWorkspace(['endpoints', id], () =>
        answer(api.GET('/api/v1/automation/endpoints/{id}', { params: { path: { id } } })),
    );
}

/** Creates an endpoint. */
export function createEndpoint(body: EndpointCreate, idempotencyKey: string): Promise<Endpoint> {
    return answer(
        api.POST('/api/v1/automation/endpoints', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }),
    );
}

/** Changes some fields of an endpoint. */
export function updateEndpoint(id: string, body: EndpointUpdate): Promise<Endpoint> {
    return answer(api.PATCH('/api/v1/automation/endpoints/{id}', { body, params: { path: { id } } }));
}

/** Gives an endpoint another address. */
export function rotateToken(id: string): Promise<Endpoint> {
    return answer(api.POST('/api/v1/automation/endpoints/{id}/rotate-token', { params: { path: { id } } }));
}

export async function deleteEndpoint(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/automation/endpoints/{id}', { params: { path: { id } } }));
}

/** Publishes at the address of an endpoint, as another system would. */
export function publishAt(endpoint: Endpoint, data: unknown) {
    const token = new URL(endpoint.url).searchParams.get('token') ?? '';
    return answer(
        api.POST('/api/v1/automation/in/{id}', {
            body: data as never,
            params: { path: { id: endpoint.id }, query: { token } },
        }),
    );
}
