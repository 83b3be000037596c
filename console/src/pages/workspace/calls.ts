import { answer, api } from '../../api/client';
import { given, usePages } from '../../api/queries';
import type { Invitation, InvitationCreated, Member, Role } from '../../api/types';

export async function createWorkspace(name: string, idempotencyKey: string): Promise<{ id: string }> {
    return answer(
        api.POST('/api/v1/workspaces', { body: { name }, params: { header: { 'Idempotency-Key': idempotencyKey } } }),
    );
}

export async function renameWorkspace(id: string, name: string): Promise<void> {
    await answer(api.PATCH('/api/v1/workspaces/{id}', { params: { path: { id } }, body: { name } }));
}

/** The members of the workspace, newest first. */
export function useMembers(id: string) {
    return usePages<Member>(['members'], (cursor) =>
        answer(api.GET('/api/v1/workspaces/{id}/members', { params: { path: { id }, query: given({ cursor }) } })),
    );
}

export async function changeRole(id: string, userId: string, role: Role): Promise<void> {
    const params = { path: { id, user_id: userId } };
    await answer(api.PATCH('/api/v1/workspaces/{id}/members/{user_id}', { params, body: { role } }));
}

export async function removeMember(id: string, userId: string): Promise<void> {
    await answer(
        api.DELETE('/api/v1/workspaces/{id}/members/{user_id}', { params: { path: { id, user_id: userId } } }),
    );
}

/** The invitations that can still be accepted, the newest first. */
export function useInvitations(id: string) {
    return usePages<Invitation>(['invitations'], (cursor) =>
        answer(api.GET('/api/v1/workspaces/{id}/invitations', { params: { path: { id }, query: given({ cursor }) } })),
    );
}

/** Invites a member; only this response contains the link. */
export function invite(id: string, email: string, role: Role, idempotencyKey: string): Promise<InvitationCreated> {
    const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
    return answer(api.POST('/api/v1/workspaces/{id}/invitations', { params, body: { email, role } }));
}

export async function takeBack(id: string, invitationId: string): Promise<void> {
    const params = { path: { id, invitation_id: invitationId } };
    await answer(api.DELETE('/api/v1/workspaces/{id}/invitations/{invitation_id}', { params }));
}
