import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Contact, ContactCreate, ContactUpdate } from '../../api/types';

/** The contacts to list. */
export interface ContactFilter {
    readonly q: string;
    readonly label: string;
}

/** The contacts of the workspace that fit, the newest first. */
export function useContacts(filter: ContactFilter) {
    return usePages<Contact>(['contacts', 'list', filter], (cursor) =>
        answer(api.GET('/api/v1/contacts', { params: { query: given({ ...filter, cursor }) } })),
    );
}

/** One contact. */
export function useContact(id: string): UseQueryResult<Contact> {
    return useOfWorkspace(['contacts', id], () =>
        answer(api.GET('/api/v1/contacts/{id}', { params: { path: { id } } })),
    );
}

/** Creates a contact. */
export function createContact(body: ContactCreate, idempotencyKey: string): Promise<Contact> {
    return answer(api.POST('/api/v1/contacts', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** Changes a contact. */
export function updateContact(id: string, body: ContactUpdate): Promise<Contact> {
    return answer(api.PATCH('/api/v1/contacts/{id}', { body, params: { path: { id } } }));
}

export type ContactAction = 'block' | 'unblock' | 'opt-out' | 'opt-out-marketing' | 'opt-in';

/** Blocks a contact or opts it out, or takes that back. */
export function actOnContact(id: string, action: ContactAction): Promise<Contact> {
    const params = { path: { id } };
    switch (action) {
        case 'block':
            return answer(api.POST('/api/v1/contacts/{id}/block', { params }));
        case 'unblock':
            return answer(api.POST('/api/v1/contacts/{id}/unblock', { params }));
        case 'opt-out':
            return answer(api.POST('/api/v1/contacts/{id}/opt-out', { params }));
        case 'opt-out-marketing':
            return answer(api.POST('/api/v1/contacts/{id}/opt-out', { params, body: { category: 'marketing' } }));
        case 'opt-in':
            return answer(api.POST('/api/v1/contacts/{id}/opt-in', { params }));
    }
}

export async function deleteContact(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/contacts/{id}', { params: { path: { id } } }));
}
