import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import { Code } from '../../ui/Code';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { StoredGate } from '../../ui/StoredGate';
import { EventTypes } from './EventTypes';
import { Expressions } from './Expressions';
import { OptionFields } from './OptionFields';
import { createWebhook } from './calls';
import { type Chosen, patternsOf } from './eventTypes';
import { NO_TEXTS, expressionsOf, givenOf } from './expressions';
import { NO_OPTIONS, newOptions } from './options';

const WEBHOOKS = { href: '/api/webhooks', title: 'Webhooks' };
const LINKS: Chosen = { patterns: ['link.*'], own: '' };

/** Makes a webhook, and shows its secret once. */
export default function NewWebhookPage() {
    const [url, setUrl] = useState('');
    const [description, setDescription] = useState('');
    const [chosen, setChosen] = useState(LINKS);
    const [texts, setTexts] = useState(NO_TEXTS);
    const [options, setOptions] = useState(NO_OPTIONS);
    const attempts = useAttempts();
    const forget = useForget();
    const [, go] = useLocation();
    const make = useMutation({
        mutationFn: () => {
            const body = {
                url,
                event_types: patternsOf(chosen),
                ...(description === '' ? {} : { description }),
                ...givenOf(expressionsOf(texts)),
                ...newOptions(options),
            };
            return attempts.make(body, ({ key }) => createWebhook(body, key));
        },
        onSuccess: () => forget('webhooks', 'events'),
    });
    if (make.data !== undefined) {
        const { id, secret } = make.data;
        const leave = () => {
            go(`/api/webhooks/${id}`);
        };
        return (
            <PageFrame key="secret" title="Your new webhook" within={WEBHOOKS} narrow>
                {secret === null ? (
                    <SecretLost id={id} />
                ) : (
                    <StoredGate what="the secret" onStored={leave}>
                        <p className="notice warn">
                            Store this secret now. It is shown only once. Deliveries are signed with it (Standard
                            Webhooks): verify the signature before you trust a delivery. The reference has{' '}
                            <a
                                href="/user/api/reference/outgoing-webhooks/onLinkClicked#signature"
                                target="_blank"
                                rel="noreferrer"
                            >
                                code in Node.js, Python, Java and Go
                            </a>
                            .
                        </p>
                        <Code text={secret} label="Signing secret" wrapped />
                    </StoredGate>
                )}
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
                    hint="The public https address that receives the events."
                    type="url"
                    pointer="/url"
                    value={url}
                    onValue={setUrl}
                />
                <TextField label="Description" pointer="/description" value={description} onValue={setDescription} />
                <EventTypes chosen={chosen} onChosen={setChosen} />
                <Expressions texts={texts} onTexts={setTexts} />
                <OptionFields texts={options} onTexts={setOptions} />
            </Form>
        </PageFrame>
    );
}

/** A webhook of an earlier attempt whose response did not arrive. */
function SecretLost({ id }: { readonly id: string }) {
    return (
        <p className="notice warn" role="alert">
            An earlier attempt created this webhook, but its response did not arrive. The secret is shown only once.
            Delete <Link href={`/api/webhooks/${id}`}>the webhook</Link>, and add another.
        </p>
    );
}
