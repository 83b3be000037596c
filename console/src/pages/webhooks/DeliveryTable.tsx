import { useState } from 'react';
import { Link } from 'wouter';
import type { Delivery } from '../../api/types';
import { Select } from '../../ui/Field';
import { Empty, Pages } from '../../ui/Loaded';
import { type Column, Table } from '../../ui/Table';
import { Time } from '../../ui/Text';
import { DeliveryStateBadge } from './WebhookState';
import { type DeliveryState, useDeliveries } from './calls';

const STATES: readonly { value: DeliveryState | ''; label: string }[] = [
    { value: '', label: 'All' },
    { value: 'pending', label: 'Pending' },
    { value: 'waiting', label: 'Waiting' },
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
    { name: 'State', shows: (delivery) => <DeliveryStateBadge of={delivery} /> },
    { name: 'Attempts', number: true, shows: (delivery) => delivery.attempts },
    { name: 'Last answer', shows: (delivery) => delivery.last_status_code ?? delivery.last_error ?? '' },
    { name: 'Next attempt', shows: (delivery) => <Time at={delivery.next_attempt_at} otherwise="None" /> },
    { name: 'Created', shows: (delivery) => <Time at={delivery.created_at} /> },
];

/** Deliveries under each other, all of the workspace or those to one webhook. */
export function DeliveryTable({ webhookId }: { readonly webhookId?: string }) {
    const [state, setState] = useState<DeliveryState | ''>('');
    const deliveries = useDeliveries(state, webhookId);
    return (
        <div className="stack">
            <div className="filters">
                <Select
                    label="State"
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
                        <p className="muted">Each event sent to a webhook is one delivery.</p>
                    </Empty>
                }
            >
                {(rows) => <Table label="Deliveries" columns={columns} rows={rows} id={(delivery) => delivery.id} />}
            </Pages>
        </div>
    );
}
