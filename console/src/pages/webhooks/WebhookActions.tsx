import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useForget, useGone } from '../../api/queries';
import type { EventType, Webhook } from '../../api/types';
import { Button } from '../../ui/Button';
import { Confirm, Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Loaded } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Name } from '../../ui/Text';
import { useEventTypes } from '../events/calls';
import { EventTypes } from './EventTypes';
import { Expressions } from './Expressions';
import { OptionFields } from './OptionFields';
import { WebhookRepair } from './WebhookRepair';
import { deleteWebhook, switchWebhook, updateWebhook } from './calls';
import { chosenOf, patternsOf } from './eventTypes';
import { expressionsOf, textsOf } from './expressions';
import { optionTextsOf, optionsOf } from './options';

/** The actions on a webhook. */
export function WebhookActions({ of: webhook }: { readonly of: Webhook }) {
    const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
    const types = useEventTypes();
    const forget = useForget();
    const turn = useMutation({
        mutationFn: () => switchWebhook(webhook.id, !webhook.enabled),
        onSuccess: () => forget('webhooks', 'events', 'deliveries'),
    });
    const close = () => {
        setOpen(null);
    };
    return (
        <>
            <ProblemNotice problem={turn.error} />
            <Button
                busy={turn.isPending}
                onClick={() => {
                    turn.mutate();
                }}
            >
                {webhook.enabled ? 'Disable' : 'Enable'}
            </Button>
            <WebhookRepair of={webhook} />
            <Button
                onClick={() => {
                    setOpen('edit');
                }}
            >
                Edit
            </Button>
            <Button
                look="danger"
                onClick={() => {
                    setOpen('delete');
                }}
            >
                Delete
            </Button>
            {open === 'edit' && (
                <Dialog title="Edit webhook" isOpen onClose={close}>
                    <Loaded query={types}>
                        {(catalogue) => <Edit of={webhook} catalogue={catalogue} onClose={close} />}
                    </Loaded>
                </Dialog>
            )}
            {open === 'delete' && <Delete of={webhook} onClose={close} />}
        </>
    );
}

interface Props {
    readonly of: Webhook;
    readonly onClose: () => void;
}

function Edit({ of: webhook, catalogue, onClose }: Props & { readonly catalogue: readonly EventType[] }) {
    const [url, setUrl] = useState(webhook.url);
    const [description, setDescription] = useState(webhook.description ?? '');
    const [chosen, setChosen] = useState(() => chosenOf(webhook.event_types, catalogue));
    const [texts, setTexts] = useState(() => textsOf(webhook));
    const [options, setOptions] = useState(() => optionTextsOf(webhook));
    const forget = useForget();
    const update = useMutation({
        mutationFn: () =>
            updateWebhook(webhook, {
                url,
                event_types: patternsOf(chosen),
                description: description === '' ? null : description,
                ...expressionsOf(texts),
                ...optionsOf(options, webhook),
            }),
        onSuccess: async () => {
            await forget('webhooks', 'events');
            onClose();
        },
    });
    return (
        <Form
            submit="Save"
            busy={update.isPending}
            problem={update.error}
            onSubmit={() => {
                update.mutate();
            }}
        >
            <TextField label="Receiver" type="url" pointer="/url" value={url} onValue={setUrl} />
            <TextField label="Description" pointer="/description" value={description} onValue={setDescription} />
            <EventTypes chosen={chosen} onChosen={setChosen} />
            <Expressions texts={texts} onTexts={setTexts} />
            <OptionFields texts={options} onTexts={setOptions} />
        </Form>
    );
}

function Delete({ of: webhook, onClose }: Props) {
    const gone = useGone();
    const [, go] = useLocation();
    const remove = useMutation({
        mutationFn: () => deleteWebhook(webhook.id),
        onSuccess: () => {
            go('/api/webhooks');
            gone(webhook.id, 'webhooks', 'events', 'deliveries');
        },
    });
    return (
        <Confirm
            title="Delete webhook"
            confirm="Delete webhook"
            isOpen
            onClose={onClose}
            problem={remove.error}
            busy={remove.isPending}
            onConfirm={() => {
                remove.mutate();
            }}
        >
            <p>
                <Name>{webhook.url}</Name> receives no more deliveries, including waiting ones.
            </p>
        </Confirm>
    );
}
