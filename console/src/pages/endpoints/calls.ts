import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api, ifMatch } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Endpoint, EndpointCreate, EndpointDelivery, EndpointUpdate, EndpointWithToken } from '../../api/types';

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
export function createEndpoint(body: EndpointCreate, idempotencyKey: string): Promise<EndpointWithToken> {
    return answer(
        api.POST('/api/v1/automation/endpoints', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }),
    );
}

/** Changes some fields of an endpoint, unless it was changed since this version. */
export function updateEndpoint(endpoint: Endpoint, body: EndpointUpdate): Promise<Endpoint> {
    const params = { path: { id: endpoint.id }, header: ifMatch(endpoint) };
    return answer(api.PATCH('/api/v1/automation/endpoints/{id}', { body, params }));
}

/** Gives an endpoint another address. */
export function rotateToken(id: string): Promise<EndpointWithToken> {
    return answer(api.POST('/api/v1/automation/endpoints/{id}/rotate-token', { params: { path: { id } } }));
}

/** Deletes an endpoint, unless it was changed since this version. */
export async function deleteEndpoint(endpoint: Endpoint): Promise<void> {
    const params = { path: { id: endpoint.id }, header: ifMatch(endpoint) };
    await answer(api.DELETE('/api/v1/automation/endpoints/{id}', { params }));
}

/** Publishes at the address of an endpoint, as another system would; what a rule responds has no id. */
export async function publishAt(id: string, token: string, data: unknown): Promise<{ readonly id?: string }> {
    const told: Record<string, unknown> = await answer(
        api.POST('/api/v1/automation/in/{id}', {
            body: data as never,
            params: { path: { id }, query: { token } },
        }),
    );
    return typeof told.id === 'string' ? { id: told.id } : {};
}

/** The newest requests that an endpoint accepted or rejected. */
export function useDeliveries(id: string): UseQueryResult<readonly EndpointDelivery[]> {
    return useOfWorkspace(
        ['events', 'of-endpoint', id],
        async () =>
            (
                await answer(
                    api.GET('/api/v1/automation/endpoints/{id}/deliveries', {
                        params: { path: { id }, query: { limit: 10 } },
                    }),
                )
            ).data,
    );
}

/** Resends a rejected request with the current settings of the endpoint. */
export async function resend(id: string, deliveryId: string): Promise<void> {
    await answer(
        api.POST('/api/v1/automation/endpoints/{id}/deliveries/{event_id}/resend', {
            params: { path: { id, event_id: deliveryId } },
        }),
    );
}
