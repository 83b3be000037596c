import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Group, GroupCreate } from '../../api/types';

/** The groups of the workspace, the newest first. */
export function useGroups() {
    return usePages<Group>(['groups'], (cursor) =>
        answer(api.GET('/api/v1/groups', { params: { query: given({ cursor }) } })),
    );
}

/** One group; asked for again while the provider works on it. */
export function useGroup(id: string): UseQueryResult<Group> {
    return useOfWorkspace(
        ['groups', id],
        () => answer(api.GET('/api/v1/groups/{id}', { params: { path: { id } } })),
        (group) => group.state === 'requested' || group.participants.some(({ state }) => state !== 'member'),
    );
}

/** Creates a group. */
export function createGroup(body: GroupCreate, idempotencyKey: string): Promise<Group> {
    return answer(api.POST('/api/v1/groups', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** Asks for a participant. */
export function addParticipant(id: string, participant: string): Promise<Group> {
    return answer(
        api.POST('/api/v1/groups/{id}/participants', {
            params: { path: { id } },
            body: { participants: [participant] },
        }),
    );
}

/** Asks for the removal of a participant. */
export function removeParticipant(id: string, contactId: string): Promise<Group> {
    return answer(
        api.DELETE('/api/v1/groups/{id}/participants', {
            params: { path: { id } },
            body: { participants: [contactId] },
        }),
    );
}

/** Asks for another invite link. */
export function renewInviteLink(id: string): Promise<Group> {
    return answer(api.POST('/api/v1/groups/{id}/invite-link', { params: { path: { id } } }));
}

export async function deleteGroup(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/groups/{id}', { params: { path: { id } } }));
}
