import { useState } from 'react';
import type { EndpointCreate } from '../../api/types';
import { useCreation } from '../../shell/creation';
import { Select, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { createEndpoint } from './calls';

type Auth = NonNullable<EndpointCreate['auth']>;

const AUTHS: readonly { value: Auth; label: string }[] = [
    { value: 'url_token', label: 'Token in the address' },
    { value: 'standard_webhooks', label: 'Standard Webhooks' },
    { value: 'github', label: 'GitHub' },
    { value: 'stripe', label: 'Stripe' },
    { value: 'shopify', label: 'Shopify' },
    { value: 'slack', label: 'Slack' },
    { value: 'meta', label: 'Meta' },
];

/** Adds a publishing endpoint. */
export default function NewEndpointPage() {
    const [name, setName] = useState('');
    const [type, setType] = useState('');
    const [auth, setAuth] = useState<Auth>('url_token');
    const [secret, setSecret] = useState('');
    const make = useCreation('endpoints', createEndpoint);
    return (
        <PageFrame title="Add an endpoint" within={{ href: '/api/endpoints', title: 'Endpoints' }} narrow>
            <Form
                submit="Add endpoint"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate({
                        name,
                        event_type: type,
                        auth,
                        ...(auth === 'url_token' ? {} : { secret }),
                    });
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
                <TextField
                    label="Type of event"
                    hint="A type of your own, for example order.paid."
                    pointer="/event_type"
                    mono
                    value={type}
                    onValue={setType}
                />
                <Select
                    label="Proof"
                    hint="How the other system proves that it may publish."
                    pointer="/auth"
                    value={auth}
                    onValue={(value) => {
                        setAuth(value as Auth);
                    }}
                    options={AUTHS}
                />
                {auth !== 'url_token' && (
                    <TextField
                        label="Secret"
                        hint="What the other system signs with."
                        pointer="/secret"
                        mono
                        autoComplete="off"
                        value={secret}
                        onValue={setSecret}
                    />
                )}
            </Form>
        </PageFrame>
    );
}
