import { answer, api } from '../../api/client';
import type { EventTypeCreate } from '../../api/types';

/** Describes a type of the workspace's own. */
export async function describe(body: EventTypeCreate): Promise<void> {
    await answer(api.POST('/api/v1/event-types', { body }));
}

/** Deletes the description of a type. */
export async function deleteType(type: string): Promise<void> {
    await answer(api.DELETE('/api/v1/event-types/{type}', { params: { path: { type } } }));
}
