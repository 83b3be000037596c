import { Link, useParams } from 'wouter';
import type { Attempt } from '../../api/types';
import { useMay } from '../../shell/session';
import { Code } from '../../ui/Code';
import { Empty, Loaded, Pages } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Badge, Facts, Time } from '../../ui/Text';
import { ResendAction } from './ResendAction';
import { DeliveryStateBadge } from './WebhookState';
import { useAttempts, useDelivery } from './calls';
import { linesOf } from './headers';

/** One delivery, and every request that was sent for it. */
export default function DeliveryPage() {
    const { id } = useParams<{ id: string }>();
    const query = useDelivery(id);
    const attempts = useAttempts(id);
    const may = useMay('webhooks:write');
    return (
        <PageFrame
            title={query.data === undefined ? 'Delivery' : `Delivery of ${query.data.event_type}`}
            within={{ href: '/api/deliveries', title: 'Deliveries' }}
            actions={may ? <ResendAction id={id} /> : undefined}
        >
            <Loaded query={query}>
                {(delivery) => (
                    <div className="panel padded">
                        <Facts
                            facts={[
                                ['State', <DeliveryStateBadge key="state" of={delivery} />],
                                ['ID', <code key="id">{delivery.id}</code>],
                                [
                                    'Webhook',
                                    <Link key="webhook" href={`/api/webhooks/${delivery.webhook_id}`}>
                                        {delivery.webhook_id}
                                    </Link>,
                                ],
                                [
                                    'Event',
                                    <Link key="event" href={`/api/events/${delivery.event_id}`}>
                                        {delivery.event_id}
                                    </Link>,
                                ],
                                ['Attempts', delivery.attempts],
                                ['Last error', delivery.last_error ?? 'None'],
                                ['Next attempt', <Time key="next" at={delivery.next_attempt_at} otherwise="None" />],
                                ['Created', <Time key="created" at={delivery.created_at} />],
                            ]}
                        />
                    </div>
                )}
            </Loaded>
            <section className="stack tight" aria-labelledby="attempts">
                <h2 id="attempts">Attempts</h2>
                <Pages query={attempts} empty={<Empty title="No attempts yet" />}>
                    {(rows) => (
                        <ol className="stack" role="list">
                            {rows.map((attempt) => (
                                <li key={attempt.id} className="panel padded">
                                    <AttemptShown of={attempt} />
                                </li>
                            ))}
                        </ol>
                    )}
                </Pages>
            </section>
        </PageFrame>
    );
}

function AttemptShown({ of: attempt }: { readonly of: Attempt }) {
    const went = attempt.outcome === 'delivered';
    return (
        <div className="stack tight">
            <div className="row">
                <h3>Attempt {attempt.number}</h3>
                <Badge tone={went ? 'good' : 'bad'}>{attempt.status_code ?? 'No response'}</Badge>
                <span className="muted">
                    <Time at={attempt.at} /> · {attempt.duration_ms} ms
                </span>
            </div>
            {attempt.error !== null && <p>{attempt.error}</p>}
            <details>
                <summary>Request and response</summary>
                <div className="stack indented">
                    <Code text={linesOf(attempt.request_headers)} label="Headers of the request" wrapped />
                    <Code text={linesOf(attempt.response_headers)} label="Headers of the response" wrapped />
                    <Code
                        text={attempt.response_body ?? ''}
                        label={attempt.truncated ? 'Beginning of the response' : 'Response'}
                        wrapped
                    />
                </div>
            </details>
        </div>
    );
}
