import { useParams } from 'wouter';
import { useMay } from '../../shell/session';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name, Time, Words } from '../../ui/Text';
import { DeliveryTable } from './DeliveryTable';
import { WebhookActions } from './WebhookActions';
import { WebhookHealth } from './WebhookHealth';
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
