import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Instance, InstanceCreate, InstanceUpdate } from '../../api/types';

/** The instances of the workspace, the newest first. */
export function useInstances() {
    return usePages<Instance>(['instances'], (cursor) =>
        answer(api.GET('/api/v1/instances', { params: { query: given({ cursor }) } })),
    );
}

const PASSING: readonly Instance['state'][] = ['connecting', 'challenge', 'reconnecting'];

/** One instance; asked for again while its state is about to change. */
export function useInstance(id: string): UseQueryResult<Instance> {
    return useOfWorkspace(
        ['instances', id],
        () => answer(api.GET('/api/v1/instances/{id}', { params: { path: { id } } })),
        (instance) => PASSING.includes(instance.state),
    );
}

/** Makes an instance. */
export function createInstance(body: InstanceCreate, idempotencyKey: string): Promise<Instance> {
    return answer(api.POST('/api/v1/instances', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** Changes an instance. */
export function updateInstance(id: string, body: InstanceUpdate): Promise<Instance> {
    return answer(api.PATCH('/api/v1/instances/{id}', { body, params: { path: { id } } }));
}

export type InstanceAction = 'connect' | 'pause' | 'resume' | 'restart' | 'logout';

/** Does something with the connection of an instance. */
export function actOnInstance(id: string, action: InstanceAction): Promise<Instance> {
    const params = { path: { id } };
    switch (action) {
        case 'connect':
            return answer(api.POST('/api/v1/instances/{id}/connect', { params }));
        case 'pause':
            return answer(api.POST('/api/v1/instances/{id}/pause', { params }));
        case 'resume':
            return answer(api.POST('/api/v1/instances/{id}/resume', { params }));
        case 'restart':
            return answer(api.POST('/api/v1/instances/{id}/restart', { params }));
        case 'logout':
            return answer(api.POST('/api/v1/instances/{id}/logout', { params }));
    }
}

export async function deleteInstance(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/instances/{id}', { params: { path: { id } } }));
}
