import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { type Page, given, useOfWorkspace, usePages } from '../../api/queries';
import type { EventCause, EventEffects, EventType, LoggedEvent } from '../../api/types';

/** The events of the workspace, newest first. */
export function useEvents(types: string) {
    return usePages<LoggedEvent>(['events', types], (cursor) => fetchEvents({ types, cursor }));
}

/** The newest few events. */
export function useNewestEvents(limit: number, types = ''): UseQueryResult<LoggedEvent[]> {
    return useOfWorkspace(['events', 'newest', limit, types], async () => (await fetchEvents({ types, limit })).data);
}

/** One event. */
export function useEvent(id: string): UseQueryResult<LoggedEvent> {
    return useOfWorkspace(['events', 'one', id], () =>
        answer(api.GET('/api/v1/events/{id}', { params: { path: { id } } })),
    );
}

/** The run and the event that led to an event. */
export function useCause(id: string): UseQueryResult<EventCause> {
    return useOfWorkspace(['events', 'cause', id], () =>
        answer(api.GET('/api/v1/events/{id}/cause', { params: { path: { id } } })),
    );
}

/** The runs for an event, and the events of these runs. */
export function useEffects(id: string): UseQueryResult<EventEffects> {
    return useOfWorkspace(['events', 'effects', id], () =>
        answer(api.GET('/api/v1/events/{id}/effects', { params: { path: { id } } })),
    );
}

/** The catalogue of types. */
export function useEventTypes(): UseQueryResult<EventType[]> {
    return useOfWorkspace(['event-types'], async () => (await answer(api.GET('/api/v1/event-types'))).data);
}

interface Asked {
    readonly types?: string;
    readonly limit?: number;
    readonly cursor?: string | undefined;
}

async function fetchEvents(asked: Asked): Promise<Page<LoggedEvent>> {
    // The same operation can answer a stream; a page was asked for.
    return (await answer(api.GET('/api/v1/events', { params: { query: given({ ...asked }) } }))) as Page<LoggedEvent>;
}
