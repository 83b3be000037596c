import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Model, ModelConnection } from '../../api/types';

/** All models: the built-in one first, then the newest. */
export function useModels(): UseQueryResult<Model[]> {
    return useOfWorkspace(['models'], async () => (await answer(api.GET('/api/v1/models'))).data);
}

/** The connections to providers, the newest first. */
export function useConnections() {
    return usePages<ModelConnection>(['connections'], (cursor) =>
        answer(api.GET('/api/v1/model-connections', { params: { query: given({ cursor }) } })),
    );
}

/** The fields of a model. */
export interface ModelDraft {
    readonly id: string;
    readonly connection_id: string;
    readonly upstream_model: string;
    readonly display_name: string;
}

export function createModel(draft: ModelDraft, idempotencyKey: string): Promise<Model> {
    const { display_name: name, ...rest } = draft;
    const body = { ...rest, ...(name === '' ? {} : { display_name: name }) };
    return answer(api.POST('/api/v1/models', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

export function updateModel({ id, display_name: name, ...rest }: ModelDraft): Promise<Model> {
    const body = { ...rest, display_name: name === '' ? null : name };
    return answer(api.PATCH('/api/v1/models/{id}', { params: { path: { id } }, body }));
}

export async function deleteModel(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/models/{id}', { params: { path: { id } } }));
}

/** The fields of a connection; an empty key leaves the stored one unchanged. */
export interface ConnectionDraft {
    readonly name: string;
    readonly base_url: string;
    readonly api_key: string;
}

export function createConnection(draft: ConnectionDraft, idempotencyKey: string): Promise<ModelConnection> {
    return answer(
        api.POST('/api/v1/model-connections', {
            body: withoutEmptyKey(draft),
            params: { header: { 'Idempotency-Key': idempotencyKey } },
        }),
    );
}

export function updateConnection(id: string, draft: ConnectionDraft): Promise<ModelConnection> {
    return answer(
        api.PATCH('/api/v1/model-connections/{id}', { params: { path: { id } }, body: withoutEmptyKey(draft) }),
    );
}

export async function deleteConnection(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/model-connections/{id}', { params: { path: { id } } }));
}

function withoutEmptyKey({ api_key: key, ...rest }: ConnectionDraft) {
    return { ...rest, ...(key === '' ? {} : { api_key: key }) };
}

/** Sends a prompt to a model, and returns the answer. */
export async function complete(model: string, question: string): Promise<string> {
    // The same operation can answer a stream; the whole answer was asked for.
    const completion = (await answer(
        api.POST('/api/v1/chat/completions', { body: { model, messages: [{ role: 'user', content: question }] } }),
    )) as { choices: { message?: { content?: unknown } }[] };
    const content = completion.choices[0]?.message?.content;
    return typeof content === 'string' ? content : JSON.stringify(completion, null, 2);
}
