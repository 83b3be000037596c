import { Link } from 'wouter';
import { api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { useOfWorkspace } from '../../api/queries';
import type { Readiness } from '../../api/types';
import { useMay, useWorkspace } from '../../shell/session';
import { Empty, Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Badge, Name } from '../../ui/Text';
import { EventTable } from '../events/EventTable';
import { useNewestEvents } from '../events/calls';
import { Attention } from './Attention';
import { Checklist } from './Checklist';
import { FailingWebhooks } from './FailingWebhooks';

const NEWEST = 8;

/** The first page after the sign-in. */
export default function HomePage() {
    const workspace = useWorkspace();
    const events = useNewestEvents(NEWEST);
    const reads = useMay('events:read');
    const instances = useMay('instances:read');
    const webhooks = useMay('webhooks:read');
    if (workspace === undefined) {
        return (
            <PageFrame title="Home">
                <Empty title="You are not a member of a workspace">
                    <p className="muted">Ask an owner or admin for an invitation, or create a workspace.</p>
                </Empty>
            </PageFrame>
        );
    }
    return (
        <PageFrame title="Home">
            <p className="muted">
                Workspace <Name>{workspace.name}</Name> · you are its {workspace.role}
            </p>
            {instances && <Attention />}
            {webhooks && <FailingWebhooks />}
            <section className="stack tight" aria-labelledby="set-up">
                <h2 id="set-up">Set up</h2>
                <Checklist />
            </section>
            {reads && (
                <section className="stack tight" aria-labelledby="last-events">
                    <div className="row apart">
                        <h2 id="last-events">Latest events</h2>
                        <Link href="/api/events">All events</Link>
                    </div>
                    <Loaded query={events}>
                        {(newest) =>
                            newest.length === 0 ? <Empty title="No events yet" /> : <EventTable events={newest} />
                        }
                    </Loaded>
                </section>
            )}
            <Service />
        </PageFrame>
    );
}

/** The readiness of the service. */
function Service() {
    const readiness = useOfWorkspace<Readiness>(['readiness'], async () => {
        const { data, error, response } = await api.GET('/readyz');
        // Not ready is an answer too.
        const state = data ?? error;
        if (state.status === 'ready' || state.status === 'not_ready') {
            return state;
        }
        throw new ApiProblem(response, error);
    });
    return (
        <section className="stack tight" aria-labelledby="service">
            <h2 id="service">Service</h2>
            <Loaded query={readiness}>
                {(state) => (
                    <p className="panel padded row">
                        <Badge tone={state.status === 'ready' ? 'good' : 'bad'}>
                            {state.status === 'ready' ? 'Ready' : `Not ready: ${state.part ?? ''}`}
                        </Badge>
                    </p>
                )}
            </Loaded>
        </section>
    );
}
