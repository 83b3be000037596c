import { type UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Key, KeyCreate, KeyCreated } from '../../api/types';

/** The keys of the workspace, the newest first. */
export function useKeys() {
    return usePages<Key>(['keys'], (cursor) =>
        answer(api.GET('/api/v1/keys', { params: { query: given({ cursor }) } })),
    );
}

/** One key. */
export function useKey(id: string): UseQueryResult<Key> {
    return useOfWorkspace(['keys', id], () => answer(api.GET('/api/v1/keys/{id}', { params: { path: { id } } })));
}

/** Makes a key; the secret is in the answer and nowhere else. */
export function createKey(body: KeyCreate, idempotencyKey: string): Promise<KeyCreated> {
    return answer(api.POST('/api/v1/keys', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** Gives a key another secret; the old one is good as well for the overlap, an ISO 8601 duration. */
export function rotateKey(id: string, overlap: string): Promise<KeyCreated> {
    return answer(api.POST('/api/v1/keys/{id}/rotate', { params: { path: { id } }, body: { overlap } }));
}

/** Changes what a key is called. */
export function renameKey(id: string, name: string): Promise<Key> {
    return answer(api.PATCH('/api/v1/keys/{id}', { params: { path: { id } }, body: { name } }));
}

/** Ends a key. */
export function revokeKey(id: string): Promise<Key> {
    return answer(api.POST('/api/v1/keys/{id}/revoke', { params: { path: { id } } }));
}
