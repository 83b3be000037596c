import { Link } from 'wouter';
import { Name } from '../../ui/Text';
import { WebhookState } from '../webhooks/WebhookState';
import { useWebhooks } from '../webhooks/calls';
import { errorInWords, isUnwell } from '../webhooks/health';

/** The webhooks whose deliveries fail, with the last error; nothing where all succeed. */
export function FailingWebhooks() {
    const webhooks = (useWebhooks().data?.pages ?? []).flatMap(({ data }) => data).filter(isUnwell);
    return (
        webhooks.length > 0 && (
            <section className="stack tight" aria-labelledby="failing-webhooks">
                <h2 id="failing-webhooks">Failing webhooks</h2>
                <ul className="panel padded stack" role="list">
                    {webhooks.map((webhook) => (
                        <li key={webhook.id}>
                            <Link href={`/api/webhooks/${webhook.id}`}>
                                <Name clip>{webhook.url}</Name>
                            </Link>{' '}
                            <WebhookState of={webhook} />{' '}
                            {typeof webhook.health?.last_error === 'string' && errorInWords(webhook.health.last_error)}
                        </li>
                    ))}
                </ul>
            </section>
        )
    );
}
