import { useState } from 'react';
import type { InstanceCreate } from '../../api/types';
import { useCreation } from '../../shell/creation';
import { RadioCards } from '../../ui/Choice';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { createInstance } from './calls';

const INSTANCES = { href: '/api/instances', title: 'Instances' };

const PROVIDERS = [
    {
        value: 'sandbox',
        label: 'Sandbox',
        hint: 'A simulated network. It needs no account and sends nothing to WhatsApp.',
    },
    { value: 'cloud_api', label: 'WhatsApp Cloud API', hint: 'A number of a Meta app.' },
] as const;

const SETTINGS = [
    ['phone_number_id', 'Phone number ID'],
    ['waba_id', 'WhatsApp business account ID'],
    ['access_token', 'Access token'],
    ['app_secret', 'App secret'],
    ['verify_token', 'Verify token'],
] as const;

type Provider = InstanceCreate['provider'];

/** Makes an instance. */
export default function NewInstancePage() {
    const [name, setName] = useState('');
    const [provider, setProvider] = useState<Provider>('sandbox');
    const [config, setConfig] = useState<Record<string, string>>({});
    const make = useCreation('instances', createInstance);
    return (
        <PageFrame title="Add an instance" within={INSTANCES} narrow>
            <Form
                submit="Add instance"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate({ name, provider, ...(provider === 'sandbox' ? {} : { config }) });
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
                <RadioCards
                    legend="Provider"
                    pointer="/provider"
                    value={provider}
                    onValue={setProvider}
                    options={PROVIDERS}
                />
                {provider === 'cloud_api' &&
                    SETTINGS.map(([setting, label]) => (
                        <TextField
                            key={setting}
                            label={label}
                            pointer={`/config/${setting}`}
                            mono
                            autoComplete="off"
                            value={config[setting] ?? ''}
                            onValue={(value) => {
                                setConfig({ ...config, [setting]: value });
                            }}
                        />
                    ))}
            </Form>
        </PageFrame>
    );
}
