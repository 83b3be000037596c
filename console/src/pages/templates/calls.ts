import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Template, TemplateCreate } from '../../api/types';

/** The templates of the workspace, the newest first. */
export function useTemplates() {
    return usePages<Template>(['templates'], (cursor) =>
        answer(api.GET('/api/v1/templates', { params: { query: given({ cursor }) } })),
    );
}

const PASSING: readonly Template['status'][] = ['submitted', 'pending'];

/** One template; asked for again while the provider looks at it. */
export function useTemplate(id: string): UseQueryResult<Template> {
    return useOfWorkspace(
        ['templates', id],
        () => answer(api.GET('/api/v1/templates/{id}', { params: { path: { id } } })),
        (template) => PASSING.includes(template.status),
    );
}

/** Creates a template. */
export function createTemplate(body: TemplateCreate, idempotencyKey: string): Promise<Template> {
    return answer(api.POST('/api/v1/templates', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

export async function deleteTemplate(id: string): Promise<void> {
    await answer(api.DELETE('/api/v1/templates/{id}', { params: { path: { id } } }));
}
