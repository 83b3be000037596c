import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import type { DeliveryReplay } from '../../api/types';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Select } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Pages } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { type Column, Table } from '../../ui/Table';
import { Badge, Time } from '../../ui/Text';
import { type ReplayState, cancelReplay, countReplay, createReplay, useReplays } from './replays';

const SPANS = [
    { value: '1', label: 'The last hour' },
    { value: '24', label: 'The last day' },
    { value: '168', label: 'The last 7 days' },
    { value: '720', label: 'The last 30 days' },
];

const STATES: readonly { value: ReplayState | ''; label: string }[] = [
    { value: 'exhausted', label: 'Exhausted' },
    { value: 'delivered', label: 'Delivered' },
    { value: '', label: 'Exhausted and delivered' },
];

const TONES = { pending: undefined, running: undefined, completed: 'good', canceled: 'warn', failed: 'bad' } as const;
const WORDS = {
    pending: 'Pending',
    running: 'Running',
    completed: 'Completed',
    canceled: 'Canceled',
    failed: 'Failed',
} as const;

interface Props {
    readonly webhookId: string;
    /** Whether the user may create and cancel replays. */
    readonly may: boolean;
}

/** The replays of a webhook with their progress, and the way to create another one. */
export function WebhookReplays({ webhookId, may }: Props) {
    const [open, setOpen] = useState(false);
    const replays = useReplays(webhookId);
    return (
        <section className="stack tight" aria-labelledby="replays">
            <div className="row apart">
                <h2 id="replays">Replays</h2>
                {may && (
                    <Button
                        small
                        onClick={() => {
                            setOpen(true);
                        }}
                    >
                        Replay deliveries
                    </Button>
                )}
            </div>
            <Pages query={replays} empty={<p className="muted">No deliveries were replayed.</p>}>
                {(rows) => <Table label="Replays" columns={columns(may)} rows={rows} id={(replay) => replay.id} />}
            </Pages>
            {open && (
                <NewReplay
                    webhookId={webhookId}
                    onClose={() => {
                        setOpen(false);
                    }}
                />
            )}
        </section>
    );
}

function columns(may: boolean): readonly Column<DeliveryReplay>[] {
    return [
        { name: 'Created', shows: (replay) => <Time at={replay.created_at} /> },
        { name: 'From', shows: (replay) => <Time at={replay.filter.from} /> },
        { name: 'To', shows: (replay) => <Time at={replay.filter.to} /> },
        { name: 'Deliveries', shows: (replay) => replay.filter.state ?? 'exhausted, delivered' },
        {
            name: 'Status',
            shows: (replay) => (
                <span className="row">
                    <Badge tone={TONES[replay.status]}>{WORDS[replay.status]}</Badge>
                    {replay.error}
                    {may && (replay.status === 'pending' || replay.status === 'running') && <Cancel of={replay} />}
                </span>
            ),
        },
        { name: 'Sent', number: true, shows: (replay) => replay.requested },
        { name: 'Skipped', number: true, shows: (replay) => replay.skipped },
    ];
}

function Cancel({ of: replay }: { readonly of: DeliveryReplay }) {
    const forget = useForget();
    const cancel = useMutation({ mutationFn: () => cancelReplay(replay), onSuccess: () => forget('replays') });
    return (
        <>
            <ProblemNotice problem={cancel.error} />
            <Button
                small
                busy={cancel.isPending}
                onClick={() => {
                    cancel.mutate();
                }}
            >
                Cancel
            </Button>
        </>
    );
}

function NewReplay({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
    const [state, setState] = useState<ReplayState | ''>('exhausted');
    const [hours, setHours] = useState('24');
    const forget = useForget();
    const span = { hours: Number(hours), state: state === '' ? null : state };
    const count = useMutation({ mutationFn: () => countReplay(webhookId, span) });
    const create = useMutation({
        mutationFn: () => createReplay(webhookId, span),
        onSuccess: async () => {
            await forget('replays');
            onClose();
        },
    });
    return (
        <Dialog title="Replay deliveries" isOpen onClose={onClose}>
            <p>Sends deliveries again in the background, at most 100 per second. Each event is sent once.</p>
            <Form
                submit="Replay"
                busy={create.isPending}
                problem={create.error ?? count.error}
                onSubmit={() => {
                    create.mutate();
                }}
                beside={
                    <Button
                        busy={count.isPending}
                        onClick={() => {
                            count.mutate();
                        }}
                    >
                        Count
                    </Button>
                }
            >
                <Select
                    label="State"
                    pointer="/filter/state"
                    options={STATES}
                    value={state}
                    onValue={(value) => {
                        setState(value as ReplayState | '');
                        count.reset();
                    }}
                />
                <Select
                    label="Created in"
                    pointer="/filter/from"
                    options={SPANS}
                    value={hours}
                    onValue={(value) => {
                        setHours(value);
                        count.reset();
                    }}
                />
            </Form>
            <p role="status">{count.data}</p>
        </Dialog>
    );
}
