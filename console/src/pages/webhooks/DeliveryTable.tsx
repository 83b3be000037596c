import { useState } from 'react';
import { Link } from 'wouter';
import type { Delivery } from '../../api/types';
import { Select } from '../../ui/Field';
import { Empty, Pages } from '../../ui/Loaded';
import { type Column, Table } from '../../ui/Table';
import { Name, Time } from '../../ui/Text';
import { DeliveryStateBadge } from './WebhookState';
import { type DeliveryState, useDeliveries } from './calls';

const STATES: readonly { value: DeliveryState | ''; label: string }[] = [
    { value: '', label: 'All' },
    { value: 'pending', label: 'Pending' },
    { value: 'waiting', label: 'Waiting for retry' },
    { value: 'delivered', label: 'Delivered' },
    { value: 'exhausted', label: 'Exhausted' },
    { value: 'held', label: 'Held' },
];

const columns: readonly Column<Delivery>[] = [
    {
        name: 'Event',
        shows: (delivery) => (
            <Link href={`/api/deliveries/${delivery.id}`}>
                <code>{delivery.event_type}</code>
            </Link>
        ),
    },
    {
        name: 'Webhook',
        shows: ({ webhook_id: id }) => (
            <Link href={`/api/webhooks/${id}`}>
                <Name clip>{id}</Name>
            </Link>
        ),
    },
    { name: 'State', shows: (delivery) => <DeliveryStateBadge of={delivery} /> },
    { name: 'Attempts', number: true, shows: (delivery) => delivery.attempts },
    { name: 'Last response', shows: (delivery) => delivery.last_status_code ?? delivery.last_error ?? '' },
    { name: 'Next attempt', shows: (delivery) => <Time at={delivery.next_attempt_at} otherwise="None" /> },
    { name: 'Created', shows: (delivery) => <Time at={delivery.created_at} /> },
];

/** Deliveries under each other, all of the workspace or those to one webhook. */
export function DeliveryTable({ webhookId }: { readonly webhookId?: string }) {
    const [state, setState] = useState<DeliveryState | ''>('');
    const deliveries = useDeliveries(state, webhookId);
    const shown = columns.filter(({ name }) => name !== 'Webhook' || webhookId === undefined);
    return (
        <div className="stack">
            <div className="filters">
                <Select
                    label="State"
                    hint="Held: Postrider does not send it now, because the webhook is disabled or its filter or transform failed. Exhausted: Postrider does not try again."
                    options={STATES}
                    value={state}
                    onValue={(value) => {
                        setState(value as DeliveryState | '');
                    }}
                />
            </div>
            <Pages
                query={deliveries}
                empty={
                    <Empty title={state === '' ? 'No deliveries yet' : 'No deliveries in this state'}>
                        <p className="muted">
                            A delivery is one event that Postrider sends to one webhook. A resend creates a further
                            delivery.
                        </p>
                    </Empty>
                }
            >
                {(rows) => <Table label="Deliveries" columns={shown} rows={rows} id={(delivery) => delivery.id} />}
            </Pages>
        </div>
    );
}
