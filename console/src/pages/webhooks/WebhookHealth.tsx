import type { Webhook } from '../../api/types';
import { Facts, Time } from '../../ui/Text';
import { WebhookState } from './WebhookState';
import { errorInWords, rateInWords } from './health';

/** The success rate of a webhook with its last error, if its last attempt failed. */
export function SuccessRate({ of: { health } }: { readonly of: Webhook }) {
    if (health === undefined) {
        return null;
    }
    return (
        <>
            {rateInWords(health.success_rate)}
            {health.last_error !== null && <div className="muted">{errorInWords(health.last_error)}</div>}
        </>
    );
}

/** The health of a webhook in the last 24 hours. */
export function WebhookHealth({ of: webhook }: { readonly of: Webhook }) {
    const { health } = webhook;
    if (health === undefined) {
        return null;
    }
    const { latency_p95_ms: latency, disables_at: disablesAt } = health;
    return (
        <section className="panel padded" aria-label="Health in the last 24 hours">
            <Facts
                facts={[
                    ['State', <WebhookState key="state" of={webhook} />],
                    ['Success rate', <SuccessRate key="rate" of={webhook} />],
                    ['Latency (p95)', latency === null ? 'No attempts' : `${String(latency)} ms`],
                    ['Last success', <Time key="success" at={health.last_success_at} />],
                    ['Since', <Time key="since" at={health.since} />],
                    ...(disablesAt === null
                        ? []
                        : [['Disabled without a success', <Time key="disables" at={disablesAt} />] as const]),
                ]}
            />
        </section>
    );
}
