import { Link } from 'wouter';
import type { Webhook } from '../../api/types';
import { useMay } from '../../shell/session';
import { ListPage } from '../../ui/ListPage';
import type { Column } from '../../ui/Table';
import { Name, Time, Words } from '../../ui/Text';
import { SuccessRate } from './WebhookHealth';
import { WebhookState } from './WebhookState';
import { useWebhooks } from './calls';

const columns: readonly Column<Webhook>[] = [
    {
        name: 'Receiver',
        shows: (webhook) => (
            <>
                <Link href={`/api/webhooks/${webhook.id}`}>
                    <Name clip>{webhook.url}</Name>
                </Link>
                {webhook.description !== null && (
                    <div className="muted">
                        <Name clip>{webhook.description}</Name>
                    </div>
                )}
            </>
        ),
    },
    { name: 'Events', shows: (webhook) => <Words words={webhook.event_types} otherwise="None" /> },
    { name: 'Created', shows: (webhook) => <Time at={webhook.created_at} /> },
    { name: 'State', shows: (webhook) => <WebhookState of={webhook} /> },
    { name: 'Success rate', shows: (webhook) => <SuccessRate of={webhook} /> },
];

/** The webhooks of the workspace. */
export default function WebhooksPage() {
    return (
        <ListPage
            title="Webhooks"
            create={{ href: '/api/webhooks/new', title: 'Add webhook', may: useMay('webhooks:write') }}
            query={useWebhooks()}
            columns={columns}
            none={{
                title: 'No webhooks yet',
                about: 'A webhook sends each event as a signed request to your server, and retries failed requests.',
            }}
        />
    );
}
