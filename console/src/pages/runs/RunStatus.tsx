import type { Run, RunStep } from '../../api/types';
import { Badge } from '../../ui/Text';
import type { RunStatus as Status } from './calls';

const WORDS: Record<Status | RunStep['status'], string> = {
    queued: 'Queued',
    running: 'Running',
    waiting: 'Waiting',
    succeeded: 'Succeeded',
    failed: 'Failed',
    skipped: 'Skipped',
    loop_blocked: 'Loop blocked',
    canceled: 'Canceled',
    unknown: 'Outcome unknown',
};

const TONES: Partial<Record<keyof typeof WORDS, 'good' | 'warn' | 'bad'>> = {
    succeeded: 'good',
    failed: 'bad',
    loop_blocked: 'bad',
    canceled: 'warn',
    unknown: 'warn',
};

const OF_RUNS: readonly Status[] = [
    'queued',
    'running',
    'waiting',
    'succeeded',
    'failed',
    'skipped',
    'loop_blocked',
    'canceled',
];

/** Every status of a run, and all of them, for a filter. */
export const STATUSES: readonly { readonly value: Status | ''; readonly label: string }[] = [
    { value: '', label: 'All' },
    ...OF_RUNS.map((value) => ({ value, label: WORDS[value] })),
];

/** The status of a run or a step in words. */
export function RunStatus({ of: { status } }: { readonly of: Pick<Run | RunStep, 'status'> }) {
    return <Badge tone={TONES[status]}>{WORDS[status]}</Badge>;
}
