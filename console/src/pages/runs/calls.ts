import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Run } from '../../api/types';

export type RunStatus = Run['status'];

/** Which runs to list. */
export interface RunFilter {
    readonly rule_id: string;
    readonly status: RunStatus | '';
}

/** The runs of the workspace that fit, the newest first. */
export function useRuns(filter: RunFilter) {
    return usePages<Run>(['runs', 'list', filter], (cursor) =>
        answer(api.GET('/api/v1/automation/runs', { params: { query: given({ ...filter, cursor }) } })),
    );
}

const AGAIN_MS = 2_000;

/** Whether a run continues without a user. */
export function isOpen({ status }: Run): boolean {
    return status === 'queued' || status === 'running' || status === 'waiting';
}

/** The newest runs of a rule; asked for again while one of them goes on. */
export function useNewestRuns(ruleId: string, limit: number): UseQueryResult<Run[]> {
    const query = { rule_id: ruleId, limit };
    return useOfWorkspace(
        ['runs', 'newest', ruleId],
        async () => (await answer(api.GET('/api/v1/automation/runs', { params: { query } }))).data,
        (runs) => runs.some(isOpen),
        AGAIN_MS,
    );
}

/** One run; asked for again while it goes on. */
export function useRun(id: string): UseQueryResult<Run> {
    return useOfWorkspace(
        ['runs', id],
        () => answer(api.GET('/api/v1/automation/runs/{id}', { params: { path: { id } } })),
        isOpen,
        AGAIN_MS,
    );
}

/** Begins no further step of a run. */
export function cancelRun(id: string): Promise<Run> {
    return answer(api.POST('/api/v1/automation/runs/{id}/cancel', { params: { path: { id } } }));
}

/** Makes a run go on from the steps that did not succeed, or from its start. */
export function retryRun(id: string, from: 'failed_step' | 'start', version: 'same' | 'active'): Promise<Run> {
    return answer(
        api.POST('/api/v1/automation/runs/{id}/retry', { body: { from, version }, params: { path: { id } } }),
    );
}
