import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useForget } from '../../api/queries';
import type { Webhook, WebhookTest } from '../../api/types';
import { Button } from '../../ui/Button';
import { Code } from '../../ui/Code';
import { Dialog } from '../../ui/Dialog';
import { Select, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Badge } from '../../ui/Text';
import { OVERLAPS } from '../keys/overlaps';
import { type Missed, recoverWebhook, rotateSecret, testWebhook } from './calls';

interface Props {
    readonly of: Webhook;
}

interface DialogProps extends Props {
    readonly onClose: () => void;
}

/** The actions after a receiver failed: test it, rotate its secret, and recover the failed deliveries. */
export function WebhookRepair({ of: webhook }: Props) {
    const [open, setOpen] = useState<'test' | 'recover' | 'rotate' | null>(null);
    const close = () => {
        setOpen(null);
    };
    return (
        <>
            <Button
                onClick={() => {
                    setOpen('test');
                }}
            >
                Send test
            </Button>
            <Button
                onClick={() => {
                    setOpen('recover');
                }}
            >
                Recover
            </Button>
            <Button
                onClick={() => {
                    setOpen('rotate');
                }}
            >
                Rotate secret
            </Button>
            {open === 'test' && <Test of={webhook} onClose={close} />}
            {open === 'recover' && <Recover of={webhook} onClose={close} />}
            {open === 'rotate' && <Rotate of={webhook} onClose={close} />}
        </>
    );
}

function Test({ of: webhook, onClose }: DialogProps) {
    const [type, setType] = useState('');
    const forget = useForget();
    const test = useMutation({
        mutationFn: () => testWebhook(webhook.id, type === '' ? null : type),
        onSuccess: () => forget('deliveries'),
    });
    return (
        <Dialog title="Send a test" isOpen onClose={onClose}>
            <p>Sends an example event once and shows the response of the receiver.</p>
            <Form
                submit="Send test"
                busy={test.isPending}
                problem={test.error}
                onSubmit={() => {
                    test.mutate();
                }}
            >
                <TextField
                    label="Event type (the first of the webhook if empty)"
                    pointer="/event_type"
                    value={type}
                    onValue={setType}
                />
            </Form>
            {test.data !== undefined && <Answer of={test.data} />}
        </Dialog>
    );
}

function Answer({ of: { attempt, delivery_id: delivery, event_type: type } }: { readonly of: WebhookTest }) {
    return (
        <div className="stack tight" role="status">
            <p className="row">
                {attempt === null ? (
                    <Badge tone="bad">No response within 20 seconds</Badge>
                ) : (
                    <Badge tone={attempt.outcome === 'delivered' ? 'good' : 'bad'}>
                        {attempt.status_code ?? attempt.error ?? 'No response'}
                    </Badge>
                )}
                <Link href={`/api/deliveries/${delivery}`}>{type}</Link>
                {attempt !== null && <span className="muted">{attempt.duration_ms} ms</span>}
            </p>
            {attempt?.response_body != null && attempt.response_body !== '' && (
                <Code text={attempt.response_body} label="Response of the receiver" wrapped />
            )}
        </div>
    );
}

const SPANS = [
    { value: '1', label: 'The last hour' },
    { value: '24', label: 'The last day' },
    { value: '168', label: 'The last 7 days' },
    { value: '720', label: 'The last 30 days' },
];

const MISSED: readonly { value: Missed; label: string }[] = [
    { value: 'failed', label: 'Events of failed deliveries' },
    { value: 'missing', label: 'Events without a delivery' },
];

function Recover({ of: webhook, onClose }: DialogProps) {
    const [missed, setMissed] = useState<Missed>('failed');
    const [hours, setHours] = useState('24');
    const [sent, setSent] = useState<number | null>(null);
    const forget = useForget();
    const recover = useMutation({
        mutationFn: () => recoverWebhook(webhook.id, missed, Number(hours), setSent),
        onSuccess: () => forget('deliveries'),
    });
    return (
        <Dialog title="Recover events" isOpen onClose={onClose}>
            <p>
                {missed === 'failed'
                    ? 'Sends the events of exhausted deliveries again. Each of them is recovered once.'
                    : 'Sends the matching events that have no delivery, also those from before the webhook was created. Each of them is sent once.'}
            </p>
            <Form
                submit="Recover"
                busy={recover.isPending}
                problem={recover.error}
                onSubmit={() => {
                    recover.mutate();
                }}
            >
                <Select
                    label="Send"
                    options={MISSED}
                    value={missed}
                    onValue={(value) => {
                        setMissed(value === 'missing' ? 'missing' : 'failed');
                        setSent(null);
                    }}
                />
                <Select label="In" pointer="/since" options={SPANS} value={hours} onValue={setHours} />
            </Form>
            <p role="status">
                {sent !== null &&
                    `${sent} ${sent === 1 ? 'event' : 'events'} sent${missed === 'failed' ? ' again' : ''}${recover.isPending ? '…' : '.'}`}
            </p>
        </Dialog>
    );
}

function Rotate({ of: webhook, onClose }: DialogProps) {
    const [overlap, setOverlap] = useState('PT24H');
    const forget = useForget();
    const rotate = useMutation({
        mutationFn: () => rotateSecret(webhook.id, overlap),
        onSuccess: () => forget('webhooks', 'events'),
    });
    const secret = rotate.data?.secret ?? null;
    return (
        <Dialog title="Rotate the signing secret" isOpen onClose={onClose}>
            {secret === null ? (
                <Form
                    submit="Rotate"
                    busy={rotate.isPending}
                    problem={rotate.error}
                    onSubmit={() => {
                        rotate.mutate();
                    }}
                >
                    <Select
                        label="Keep the old secret valid"
                        pointer="/overlap"
                        options={OVERLAPS}
                        value={overlap}
                        onValue={setOverlap}
                    />
                </Form>
            ) : (
                <>
                    <p>Copy the new secret now. It is shown only once.</p>
                    <Code text={secret} label="New signing secret" wrapped />
                </>
            )}
        </Dialog>
    );
}
