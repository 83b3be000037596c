import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api, ifMatch } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type {
    Rule,
    RuleCreate,
    RuleExplanation,
    RuleScopes,
    RuleTest,
    RuleUpdate,
    RuleVersion,
    Run,
} from '../../api/types';

export type RuleState = Rule['state'];

/** The rules of the workspace in a state or in any, the newest first. */
export function useRules(state: RuleState | '') {
    return usePages<Rule>(['rules', 'list', state], (cursor) =>
        answer(api.GET('/api/v1/automation/rules', { params: { query: given({ state, cursor }) } })),
    );
}

/** One rule. */
export function useRule(id: string): UseQueryResult<Rule> {
    return useOfWorkspace(['rules', id], () =>
        answer(api.GET('/api/v1/automation/rules/{id}', { params: { path: { id } } })),
    );
}

/** The newest published versions of a rule, the newest first. */
export function useRuleVersions(id: string): UseQueryResult<RuleVersion[]> {
    return useOfWorkspace(
        ['rules', id, 'versions'],
        async () =>
            (await answer(api.GET('/api/v1/automation/rules/{id}/versions', { params: { path: { id } } }))).data,
    );
}

/** The scopes with which the draft would be published here. */
export function useRuleScopes({ id, version }: Known): UseQueryResult<RuleScopes> {
    return useOfWorkspace(['rules', id, 'scopes', version], () =>
        answer(api.GET('/api/v1/automation/rules/{id}/scopes', { params: { path: { id } } })),
    );
}

/** Creates a rule. */
export function createRule(body: RuleCreate, idempotencyKey: string): Promise<Rule> {
    return answer(
        api.POST('/api/v1/automation/rules', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }),
    );
}

/** One version of a rule, to which a change applies. */
export type Known = Pick<Rule, 'id' | 'version'>;

function paramsOf(rule: Known) {
    return { path: { id: rule.id }, header: ifMatch(rule) };
}

/** Changes the draft of a rule. */
export function updateRule(rule: Known, body: RuleUpdate): Promise<Rule> {
    return answer(api.PATCH('/api/v1/automation/rules/{id}', { body, params: paramsOf(rule) }));
}

export async function deleteRule(rule: Known): Promise<void> {
    await answer(api.DELETE('/api/v1/automation/rules/{id}', { params: paramsOf(rule) }));
}

/** Publishes the draft. */
export function publishRule(rule: Known): Promise<Rule> {
    return answer(api.POST('/api/v1/automation/rules/{id}/publish', { params: paramsOf(rule) }));
}

/** Publishes a former version again. */
export function rollBackRule(rule: Known, version: number): Promise<Rule> {
    return answer(api.POST('/api/v1/automation/rules/{id}/rollback', { body: { version }, params: paramsOf(rule) }));
}

/** Lets events start runs, or not. */
export function switchRule(id: string, active: boolean): Promise<Rule> {
    const params = { path: { id } };
    return answer(
        active
            ? api.POST('/api/v1/automation/rules/{id}/resume', { params })
            : api.POST('/api/v1/automation/rules/{id}/pause', { params }),
    );
}

/** Starts a run of the active version, for an event with this data. */
export function triggerRule(id: string, data: Record<string, unknown>, idempotencyKey: string): Promise<Run> {
    const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
    return answer(api.POST('/api/v1/automation/rules/{id}/trigger', { body: { data }, params }));
}

/** The effect of the draft for an event; nothing is executed. */
export function testRule(id: string, eventId: string): Promise<RuleTest> {
    return answer(
        api.POST('/api/v1/automation/rules/{id}/test', { body: { event_id: eventId }, params: { path: { id } } }),
    );
}

/** The reason why the active version ran for an event, or did not. */
export function explainRule(id: string, eventId: string): Promise<RuleExplanation> {
    return answer(
        api.POST('/api/v1/automation/rules/{id}/explain', { body: { event_id: eventId }, params: { path: { id } } }),
    );
}
