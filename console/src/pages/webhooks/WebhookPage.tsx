import { useParams } from 'wouter';
import { useMay } from '../../shell/session';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name, Time, Words } from '../../ui/Text';
import { DeliveryTable } from './DeliveryTable';
import { WebhookActions } from './WebhookActions';
import { WebhookHealth } from './WebhookHealth';
import { WebhookReplays } from './WebhookReplays';
import { useWebhook } from './calls';

/** One webhook: its properties and its deliveries. */
export default function WebhookPage() {
    const { id } = useParams<{ id: string }>();
    const query = useWebhook(id);
    const may = useMay('webhooks:write');
    return (
        <PageFrame
            title={query.data?.url ?? 'Webhook'}
            within={{ href: '/api/webhooks', title: 'Webhooks' }}
            actions={query.data !== undefined && may ? <WebhookActions of={query.data} /> : undefined}
        >
            <Loaded query={query}>
                {(webhook) => (
                    <>
                        <WebhookHealth of={webhook} />
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['ID', <code key="id">{webhook.id}</code>],
                                    ['Receiver', <Name key="url">{webhook.url}</Name>],
                                    ['Description', <Name key="description">{webhook.description ?? 'None'}</Name>],
                                    ['External ID', <Name key="external">{webhook.external_id ?? 'None'}</Name>],
                                    ['Tags', <Words key="tags" words={webhook.tags} otherwise="None" />],
                                    ['Events', <Words key="types" words={webhook.event_types} otherwise="None" />],
                                    [
                                        'Read scopes',
                                        <Words key="scopes" words={webhook.read_scopes} otherwise="None" />,
                                    ],
                                    ['Filter', <Expression key="filter" text={webhook.filter} />],
                                    ['Transform', <Expression key="transform" text={webhook.transform} />],
                                    [
                                        'Headers',
                                        <Words key="headers" words={Object.keys(webhook.headers)} otherwise="None" />,
                                    ],
                                    ['Format', <code key="format">{webhook.format}</code>],
                                    ['Rate limit', webhook.rate_limit ?? 'None'],
                                    ['Order', <code key="ordering">{webhook.ordering}</code>],
                                    ['Signature', <code key="signature">{webhook.signature}</code>],
                                    ['Public key', <code key="key">{webhook.public_key ?? 'None'}</code>],
                                    ['Created', <Time key="created" at={webhook.created_at} />],
                                    ['Changed', <Time key="updated" at={webhook.updated_at} />],
                                ]}
                            />
                        </div>
                        <WebhookReplays webhookId={webhook.id} may={may} />
                        <section className="stack tight" aria-labelledby="deliveries">
                            <h2 id="deliveries">Deliveries</h2>
                            <DeliveryTable webhookId={webhook.id} />
                        </section>
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}

function Expression({ text }: { readonly text: string | null }) {
    return text === null ? 'None' : <code>{text}</code>;
}
