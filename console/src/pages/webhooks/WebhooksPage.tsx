import { Link } from 'wouter';
import type { Webhook } from '../../api/types';
import { useMay } from '../../shell/session';
import { ButtonLink } from '../../ui/Button';
import { Empty, Pages } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { type Column, Table } from '../../ui/Table';
import { Name, Time, Words } from '../../ui/Text';
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
];

/** The webhooks of the workspace. */
export default function WebhooksPage() {
    const webhooks = useWebhooks();
    const may = useMay('webhooks:write');
    const create = (
        <ButtonLink href="/api/webhooks/new" look="primary">
            Add webhook
        </ButtonLink>
    );
    return (
        <PageFrame title="Webhooks" actions={may ? create : undefined}>
            <Pages
                query={webhooks}
                empty={
                    <Empty title="No webhooks yet">
                        <p className="muted">
                            A webhook tells a server of yours what happens, signed and with retries.
                        </p>
                        {may && create}
                    </Empty>
                }
            >
                {(rows) => <Table label="Webhooks" columns={columns} rows={rows} id={(webhook) => webhook.id} />}
            </Pages>
        </PageFrame>
    );
}
