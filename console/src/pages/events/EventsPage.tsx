import { useState } from 'react';
import type { LoggedEvent } from '../../api/types';
import { Button } from '../../ui/Button';
import { Select, TextField } from '../../ui/Field';
import { Empty, Pages } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Badge } from '../../ui/Text';
import { EventTable } from './EventTable';
import { useEvents, useEventTypes } from './calls';
import { type Live, useLiveEvents } from './useLiveEvents';

/** The events of the workspace, and the live stream of new ones. */
export default function EventsPage() {
    const [types, setTypes] = useState('');
    const [search, setSearch] = useState('');
    const [wanted, setWanted] = useState(false);
    const events = useEvents(types);
    const live = useLiveEvents(wanted, types);
    const listen = (
        <Button
            aria-pressed={wanted}
            onClick={() => {
                setWanted(!wanted);
            }}
        >
            {wanted ? 'Stop listening' : 'Listen live'}
        </Button>
    );
    return (
        <PageFrame title="Events" actions={listen}>
            <search className="filters">
                <TextField label="Search the events shown" type="search" value={search} onValue={setSearch} />
                <TypeChoice value={types} onValue={setTypes} />
            </search>
            {wanted && <LiveState of={live} />}
            <Pages
                query={events}
                empty={<Empty title={types === '' ? 'No events yet' : 'No events of this type yet'} />}
                hasOthers={live.events.length > 0}
            >
                {(rows) => <Found events={together(live.events, rows).filter((event) => has(event, search))} />}
            </Pages>
        </PageFrame>
    );
}

function Found({ events }: { readonly events: readonly LoggedEvent[] }) {
    return events.length === 0 ? (
        <Empty title="None of the loaded events contains this text" />
    ) : (
        <EventTable events={events} />
    );
}

function TypeChoice({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) {
    const types = useEventTypes().data ?? [];
    const groups = [...new Set(types.map(({ type }) => `${type.split('.', 1)[0] ?? ''}.*`))];
    const options = ['', ...groups, ...types.map(({ type }) => type)];
    return (
        <Select
            label="Type"
            options={options.map((type) => ({ value: type, label: type === '' ? 'All' : type }))}
            value={value}
            onValue={onValue}
        />
    );
}

function LiveState({ of: live }: { readonly of: Live }) {
    return (
        <div role="status" className="row">
            {live.state === 'live' && <Badge tone="good">Listening</Badge>}
            {live.state === 'connecting' && <Badge tone="warn">Connecting…</Badge>}
            {live.state === 'failed' && <ProblemNotice problem={live.problem} />}
            <span className="muted">
                {live.events.length === 1 ? '1 event' : `${live.events.length} events`} since you began to listen
            </span>
        </div>
    );
}

/** Live events before listed ones, without duplicates. */
function together(live: readonly LoggedEvent[], listed: readonly LoggedEvent[]): readonly LoggedEvent[] {
    const heard = new Set(live.map((event) => event.id));
    return [...live, ...listed.filter((event) => !heard.has(event.id))];
}

function has(event: LoggedEvent, text: string): boolean {
    return text === '' || JSON.stringify(event).toLowerCase().includes(text.toLowerCase());
}
