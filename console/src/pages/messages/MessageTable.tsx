import { useState } from 'react';
import { Link } from 'wouter';
import type { Message } from '../../api/types';
import { Ago } from '../../ui/Ago';
import { Select } from '../../ui/Field';
import { Empty, Pages } from '../../ui/Loaded';
import { type Column, Table } from '../../ui/Table';
import { Name } from '../../ui/Text';
import { MessageStatus, directionOf, otherSide, saidBy } from './MessageStatus';
import { type Direction, useMessages } from './calls';

const DIRECTIONS: readonly { value: Direction | ''; label: string }[] = [
    { value: '', label: 'All' },
    { value: 'outbound', label: 'Sent' },
    { value: 'inbound', label: 'Received' },
];

const columns: readonly Column<Message>[] = [
    {
        name: 'Message',
        shows: (message) => (
            <Link href={`/api/messages/${message.id}`}>
                <Name clip>{saidBy(message)}</Name>
            </Link>
        ),
    },
    { name: 'Direction', shows: directionOf },
    { name: 'Phone number or group', shows: (message) => <Name clip>{otherSide(message)}</Name> },
    { name: 'Created', shows: (message) => <Ago at={message.created_at} /> },
    { name: 'Status', shows: (message) => <MessageStatus of={message} /> },
];

/** Messages of the workspace, or of one instance. */
export function MessageTable({ instanceId }: { readonly instanceId?: string }) {
    const [direction, setDirection] = useState<Direction | ''>('');
    const messages = useMessages(direction, instanceId);
    return (
        <div className="stack">
            <div className="filters">
                <Select
                    label="Direction"
                    options={DIRECTIONS}
                    value={direction}
                    onValue={(value) => {
                        setDirection(value as Direction | '');
                    }}
                />
            </div>
            <Pages query={messages} empty={<Empty title="No messages yet" />}>
                {(rows) => <Table label="Messages" columns={columns} rows={rows} id={(message) => message.id} />}
            </Pages>
        </div>
    );
}
