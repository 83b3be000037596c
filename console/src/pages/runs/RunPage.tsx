import { Link, useParams } from 'wouter';
import type { Run } from '../../api/types';
import { useMay } from '../../shell/session';
import { Json } from '../../ui/Code';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name, Time } from '../../ui/Text';
import { RunActions } from './RunActions';
import { RunStatus } from './RunStatus';
import { RunSteps } from './RunSteps';
import { useRun } from './calls';

/** The event type of runs that were started by hand; their events are not in the log. */
const MANUAL = 'manual';

/** One run: its event, and each of its steps. */
export default function RunPage() {
    const { id } = useParams<{ id: string }>();
    const query = useRun(id);
    const may = useMay('automation.runs:write');
    return (
        <PageFrame
            title={query.data === undefined ? 'Run' : titleOf(query.data)}
            within={{ href: '/api/runs', title: 'Runs' }}
            actions={query.data !== undefined && may ? <RunActions of={query.data} /> : undefined}
        >
            <Loaded query={query}>
                {(run) => (
                    <>
                        <RunFacts of={run} />
                        <RunSteps title="Steps" of={run.steps} />
                        {run.history.map((each) => (
                            <RunTry key={each.number} of={each} />
                        ))}
                        {run.event !== null && <Json value={run.event} label="Event" />}
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}

/** An earlier attempt of the run. */
function RunTry({ of: each }: { readonly of: Run['history'][number] }) {
    return (
        <details>
            <summary>
                Attempt {each.number}, version {each.rule_version}: <RunStatus of={each} /> <Time at={each.ended_at} />
            </summary>
            <div className="indented stack">
                {each.reason !== null && <p className="any-text">{each.reason}</p>}
                <RunSteps title={`Steps of attempt ${each.number}`} of={each.steps} />
            </div>
        </details>
    );
}

function titleOf({ event_type: type }: Run): string {
    return type === MANUAL ? 'Run by hand' : `Run for ${type}`;
}

function RunFacts({ of: run }: { readonly of: Run }) {
    return (
        <div className="panel padded">
            <Facts
                facts={[
                    [
                        'Status',
                        <span key="status" role="status">
                            <RunStatus of={run} />
                        </span>,
                    ],
                    ['Reason', run.reason === null ? 'None' : <Name key="reason">{run.reason}</Name>],
                    ['ID', <code key="id">{run.id}</code>],
                    [
                        'Rule',
                        <span key="rule">
                            <Link href={`/api/rules/${run.rule_id}`}>{run.rule_id}</Link>, version {run.rule_version}
                        </span>,
                    ],
                    [
                        'Event',
                        run.event_type === MANUAL ? (
                            <code key="event">{run.event_id}</code>
                        ) : (
                            <Link key="event" href={`/api/events/${run.event_id}`}>
                                {run.event_id}
                            </Link>
                        ),
                    ],
                    ['Depth', run.depth],
                    ...(run.due_at === null ? [] : [['Delayed until', <Time key="due" at={run.due_at} />] as const]),
                    ['Started', <Time key="created" at={run.created_at} />],
                    ['Ended', <Time key="ended" at={run.ended_at} otherwise="Not yet" />],
                ]}
            />
        </div>
    );
}
