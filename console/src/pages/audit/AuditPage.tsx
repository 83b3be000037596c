import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { answer, api } from '../../api/client';
import { given, usePages } from '../../api/queries';
import type { AuditEntry } from '../../api/types';
import { Select, TextField } from '../../ui/Field';
import { Empty, Pages } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { type Column, Table } from '../../ui/Table';
import { Badge, Name, Time } from '../../ui/Text';

type Outcome = 'done' | 'denied';

interface Filter {
    readonly actor: string;
    readonly action: string;
    readonly target: string;
    readonly outcome: Outcome | '';
}

const ALL: Filter = { actor: '', action: '', target: '', outcome: '' };

const OUTCOMES = [
    { value: '', label: 'All' },
    { value: 'done', label: 'Done' },
    { value: 'denied', label: 'Denied' },
];

const columns: readonly Column<AuditEntry>[] = [
    { name: 'Action', shows: (entry) => <What of={entry} /> },
    { name: 'Outcome', shows: (entry) => <OutcomeBadge of={entry} /> },
    {
        name: 'Subject',
        shows: (entry) => (
            <>
                <Name clip>{entry.subject?.id ?? entry.target?.id ?? ''}</Name> {entry.subject?.role ?? ''}
            </>
        ),
    },
    {
        name: 'Actor',
        shows: (entry) => (
            <>
                {entry.actor.type} <code>{entry.actor.id}</code>
            </>
        ),
    },
    { name: 'Method and client', shows: (entry) => <Origin of={entry} /> },
    { name: 'Time', shows: (entry) => <Time at={entry.at} /> },
    { name: 'Count', number: true, shows: (entry) => entry.times },
];

/** The audit log of the workspace: completed and denied operations. */
export default function AuditPage() {
    const [typed, setTyped] = useState(ALL);
    const filter = useDeferredValue(typed);
    const entries = usePages<AuditEntry>(['audit', filter], (cursor) => {
        const query = given({ ...filter, cursor }) as Partial<Omit<Filter, 'outcome'>> & { outcome?: Outcome };
        return answer(api.GET('/api/v1/audit', { params: { query } }));
    });
    const field = (member: 'actor' | 'action' | 'target') => ({
        type: 'search',
        mono: true,
        value: typed[member],
        onValue: (value: string) => {
            setTyped({ ...typed, [member]: value });
        },
    });
    return (
        <PageFrame title="Audit">
            <p className="muted">
                Changes of the workspace, denied requests, and sign-ins and account changes of its members.
            </p>
            <search className="filters even">
                <TextField label="Actor" placeholder="key_… or usr_…" {...field('actor')} />
                <TextField label="Action" placeholder="link.*" {...field('action')} />
                <TextField label="Subject" placeholder="lnk_…" {...field('target')} />
                <Select
                    label="Outcome"
                    options={OUTCOMES}
                    value={typed.outcome}
                    onValue={(outcome) => {
                        setTyped({ ...typed, outcome: outcome as Filter['outcome'] });
                    }}
                />
            </search>
            <Pages
                query={entries}
                empty={
                    <Empty
                        title={
                            Object.values(filter).some((value) => value !== '') ? 'No entries match' : 'No entries yet'
                        }
                    />
                }
            >
                {(rows) => <Table label="Audit" columns={columns} rows={rows} id={(entry) => entry.id} />}
            </Pages>
        </PageFrame>
    );
}

function What({ of: entry }: { readonly of: AuditEntry }) {
    if (entry.action === null) {
        return <code>{entry.operation ?? 'Unknown'}</code>;
    }
    // Activity of members in their accounts is not an event.
    return entry.action.startsWith('user.') ? (
        <code className="whole">{entry.action}</code>
    ) : (
        <Link href={`/api/events/${entry.id}`}>
            <code className="whole">{entry.action}</code>
        </Link>
    );
}

const METHODS: Readonly<Record<string, string>> = {
    password: 'Password',
    second_factor: 'Second factor',
    recovery_code: 'Recovery code',
    oidc: 'OpenID Connect',
};

function Origin({ of: entry }: { readonly of: AuditEntry }) {
    return (
        <span className="row">
            {entry.method !== null && <span>{METHODS[entry.method] ?? entry.method}</span>}
            {entry.ip !== null && <code>{entry.ip}</code>}
            {entry.user_agent !== null && (
                <span className="aside">
                    <Name clip>{entry.user_agent}</Name>
                </span>
            )}
        </span>
    );
}

function OutcomeBadge({ of: entry }: { readonly of: AuditEntry }) {
    return entry.outcome === 'denied' ? (
        <span className="row">
            <Badge tone="bad">Denied</Badge>
            {entry.code !== null && <code>{entry.code}</code>}
        </span>
    ) : (
        <Badge tone="good">Done</Badge>
    );
}
