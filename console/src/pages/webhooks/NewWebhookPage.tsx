import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAttempt } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import { Code } from '../../ui/Code';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { StoredGate } from '../../ui/StoredGate';
import { EventTypes } from './EventTypes';
import { createWebhook } from './calls';
import { type Chosen, patternsOf } from './eventTypes';

const WEBHOOKS = { href: '/api/webhooks', title: 'Webhooks' };
const LINKS: Chosen = { patterns: ['link.*'], own: '' };

/** Makes a webhook, and shows its secret once. */
export default function NewWebhookPage() {
    const [url, setUrl] = useState('');
    const [description, setDescription] = useState('');
    const [chosen, setChosen] = useState(LINKS);
    const attempt = useAttempt();
    const forget = useForget();
    const [, go] = useLocation();
    const make = useMutation({
        mutationFn: () =>
            createWebhook(
                { url, event_types: patternsOf(chosen), ...(description === '' ? {} : { description }) },
                attempt.key,
            ),
        onSuccess: () => forget('webhooks', 'events'),
        onError: attempt.failed,
    });
    if (make.data !== undefined) {
        const { id, secret } = make.data;
        const leave = () => {
            go(`/api/webhooks/${id}`);
        };
        return (
            <PageFrame key="secret" title="Your new webhook" within={WEBHOOKS} narrow>
                <StoredGate what="the secret" onStored={leave}>
                    <p className="notice warn">
                        Store this secret now; it is shown this once. Deliveries are signed with it, as Standard
                        Webhooks has it: check the signature before you believe a delivery.
                    </p>
                    <Code text={secret ?? 'It was shown before.'} label="Signing secret" wrapped />
                </StoredGate>
            </PageFrame>
        );
    }
    return (
        <PageFrame key="form" title="Add a webhook" within={WEBHOOKS} narrow>
            <Form
                submit="Add webhook"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate();
                }}
            >
                <TextField
                    label="Receiver"
                    hint="The address that events are sent to: https, and public."
                    type="url"
                    pointer="/url"
                    value={url}
                    onValue={setUrl}
                />
                <TextField label="Description" pointer="/description" value={description} onValue={setDescription} />
                <EventTypes chosen={chosen} onChosen={setChosen} />
            </Form>
        </PageFrame>
    );
}
