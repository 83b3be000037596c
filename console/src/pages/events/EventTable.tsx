import { Link } from 'wouter';
import type { LoggedEvent } from '../../api/types';
import { type Column, Table } from '../../ui/Table';
import { Name, Time } from '../../ui/Text';

const columns: readonly Column<LoggedEvent>[] = [
    {
        name: 'Type',
        shows: (event) => (
            <Link href={`/api/events/${event.id}`}>
                <code>{event.type}</code>
            </Link>
        ),
    },
    { name: 'Subject', shows: (event) => <Name clip>{about(event)}</Name> },
    { name: 'Actor', shows: (event) => <Actor of={event} /> },
    { name: 'Time', shows: (event) => <Time at={event.timestamp} /> },
];

interface Props {
    readonly events: readonly LoggedEvent[];
    readonly label?: string;
}

/** Events under each other. */
export function EventTable({ events, label = 'Events' }: Props) {
    return <Table label={label} columns={columns} rows={events} id={(event) => event.id} />;
}

/** The actor of an event. */
export function Actor({ of: event }: { readonly of: LoggedEvent }) {
    return event.actor === null ? (
        <span className="muted">None (a visitor or Postrider itself)</span>
    ) : (
        <>
            {`${event.actor.type} `}
            <code>{event.actor.id}</code>
        </>
    );
}

const TELLING = ['name', 'slug', 'url', 'id', 'email', 'object'];

/** The subject of an event: a member of its data. */
export function about({ data }: LoggedEvent): string {
    for (const member of TELLING) {
        const value = data[member];
        if (typeof value === 'string' && value !== '') {
            return value;
        }
    }
    return '';
}
