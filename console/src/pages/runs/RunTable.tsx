import { Link } from 'wouter';
import type { Run } from '../../api/types';
import { type Column, Table } from '../../ui/Table';
import { Time } from '../../ui/Text';
import { RunStatus } from './RunStatus';

const RUN: Column<Run> = {
    name: 'Run',
    shows: (run) => (
        <Link href={`/api/runs/${run.id}`}>
            <code className="any-text">{run.id}</code>
        </Link>
    ),
};

const RULE: Column<Run> = {
    name: 'Rule',
    shows: (run) => (
        <Link href={`/api/rules/${run.rule_id}`}>
            <code className="any-text">{run.rule_id}</code>
        </Link>
    ),
};

const REST: readonly Column<Run>[] = [
    { name: 'Status', shows: (run) => <RunStatus of={run} /> },
    { name: 'Event type', shows: (run) => <code className="any-text">{run.event_type}</code> },
    { name: 'Event', shows: (run) => <code className="any-text">{run.event_id}</code> },
    { name: 'Started', shows: (run) => <Time at={run.created_at} /> },
];

const OF_ALL: readonly Column<Run>[] = [RUN, RULE, ...REST];
const OF_ONE: readonly Column<Run>[] = [RUN, ...REST];

interface Props {
    readonly label: string;
    readonly runs: readonly Run[];
    /** All are runs of one rule, which need not be named. */
    readonly ofOneRule?: boolean;
}

/** Runs under each other. */
export function RunTable({ label, runs, ofOneRule = false }: Props) {
    return <Table label={label} columns={ofOneRule ? OF_ONE : OF_ALL} rows={runs} id={(run) => run.id} />;
}
