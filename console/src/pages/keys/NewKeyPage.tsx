import { useMutation } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useLocation } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import { useWorkspace } from '../../shell/session';
import { Checkbox, Choices, RadioCards } from '../../ui/Choice';
import { Select, TextArea, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { SecretOnce } from './SecretOnce';
import { createKey } from './calls';
import { type Access, type Draft, EMPTY, bodyOf, scopesOf } from './draft';

const KEYS = { href: '/api/keys', title: 'API keys' };

const ACCESS: readonly { value: Access; label: string; hint: string }[] = [
    { value: 'links', label: 'Short links', hint: 'Create and change short links, and read their clicks.' },
    { value: 'whatsapp', label: 'WhatsApp', hint: 'Connect numbers, send and receive messages.' },
    {
        value: 'automation',
        label: 'Automation',
        hint: 'Publish events, and publish rules that create links, send messages and call models.',
    },
    { value: 'read_only', label: 'Read only', hint: 'Read everything that your role allows, and change nothing.' },
    { value: 'full', label: 'Full access', hint: 'Everything that your role allows, including other keys.' },
    { value: 'custom', label: 'Custom scopes', hint: 'Exactly the scopes that you select.' },
];

const NOWHERE = { role: 'viewer', scopes: [] as string[] } as const;

const EXPIRY = [
    { value: '7', label: 'In 7 days' },
    { value: '30', label: 'In 30 days' },
    { value: '90', label: 'In 90 days' },
    { value: '365', label: 'In a year' },
    { value: 'never', label: 'Never' },
];

/** Makes a key, and shows its secret once. */
export default function NewKeyPage() {
    const [draft, setDraft] = useState<Draft>(EMPTY);
    const attempts = useAttempts();
    const forget = useForget();
    const [, go] = useLocation();
    const workspace = useWorkspace() ?? NOWHERE;
    const make = useMutation({
        mutationFn: () =>
            attempts.make([draft, workspace.role, workspace.scopes], ({ key, begunAt }) =>
                createKey(bodyOf(draft, begunAt, workspace), key),
            ),
        onSuccess: () => forget('keys', 'events'),
    });
    const set = (change: Partial<Draft>) => {
        setDraft({ ...draft, ...change });
    };
    if (make.data !== undefined) {
        const { id } = make.data;
        return (
            <PageFrame key="secret" title="Your new key" within={KEYS} narrow>
                <SecretOnce
                    made={make.data}
                    onStored={() => {
                        go(`/api/keys/${id}`);
                    }}
                />
            </PageFrame>
        );
    }
    return (
        <PageFrame key="form" title="Create an API key" within={KEYS} narrow>
            <Form
                submit="Create key"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate();
                }}
            >
                <TextField
                    label="Name"
                    hint="A name by which you recognize the key, such as that of the program that uses it."
                    pointer="/name"
                    value={draft.name}
                    onValue={(name) => {
                        set({ name });
                    }}
                />
                <AccessFields draft={draft} set={set} />
                <Select
                    label="Expires"
                    pointer="/expires_at"
                    options={EXPIRY}
                    value={draft.expiry}
                    onValue={(expiry) => {
                        set({ expiry });
                    }}
                />
                {draft.expiry === 'never' && (
                    <p className="notice warn">
                        A key that never expires stays valid until it is revoked, also for anyone who finds it in an old
                        backup.
                    </p>
                )}
                <BoundsFields draft={draft} set={set} />
            </Form>
        </PageFrame>
    );
}

interface PartProps {
    readonly draft: Draft;
    readonly set: (change: Partial<Draft>) => void;
}

function AccessFields({ draft, set }: PartProps) {
    const own = useWorkspace()?.scopes ?? [];
    return (
        <>
            <RadioCards
                legend="Permissions"
                pointer="/preset"
                options={ACCESS}
                value={draft.access}
                onValue={(access) => {
                    set({ access });
                }}
            />
            {draft.access === 'full' && (
                <p className="notice warn">
                    Anyone with this key can do everything that you can, and create more keys.
                </p>
            )}
            {draft.access !== 'custom' && (
                <details>
                    <summary>Scopes of the key</summary>
                    <p>
                        {scopesOf(draft.access, own).map((scope) => (
                            <Fragment key={scope}>
                                <code>{scope}</code>{' '}
                            </Fragment>
                        ))}
                    </p>
                </details>
            )}
            {draft.access === 'custom' && (
                <Choices legend="Scopes" pointer="/scopes" hint="A write scope includes the read scope.">
                    <div className="choices">
                        {own.map((scope) => (
                            <Checkbox
                                key={scope}
                                label={<code>{scope}</code>}
                                checked={draft.scopes.includes(scope)}
                                onChecked={(checked) => {
                                    const others = draft.scopes.filter((each) => each !== scope);
                                    set({ scopes: checked ? [...others, scope] : others });
                                }}
                            />
                        ))}
                    </div>
                </Choices>
            )}
        </>
    );
}

function BoundsFields({ draft, set }: PartProps) {
    return (
        <details className="stack">
            <summary>Restrictions</summary>
            <div className="stack indented">
                <Select
                    label="Environment"
                    pointer="/environment"
                    hint="Becomes part of the secret, so that you can tell live and test keys apart; it has no other effect."
                    options={[
                        { value: 'live', label: 'Live' },
                        { value: 'test', label: 'Test' },
                    ]}
                    value={draft.environment}
                    onValue={(environment) => {
                        set({ environment: environment === 'test' ? 'test' : 'live' });
                    }}
                />
                <TextArea
                    label="Resources"
                    hint="IDs of the resources that the key is restricted to. Empty for no restriction."
                    pointer="/resources"
                    value={draft.resources}
                    onValue={(resources) => {
                        set({ resources });
                    }}
                />
                <TextArea
                    label="Addresses"
                    hint="IP addresses and blocks, such as 203.0.113.0/24, from which the key may be used. Empty for any."
                    pointer="/ip_allow"
                    value={draft.addresses}
                    onValue={(addresses) => {
                        set({ addresses });
                    }}
                />
                <TextArea
                    label="Origins"
                    hint="Web origins, such as https://app.example.com, whose pages may use the key. Empty for none."
                    pointer="/origins"
                    value={draft.origins}
                    onValue={(origins) => {
                        set({ origins });
                    }}
                />
                <TextField
                    label="Requests per minute"
                    hint="The number of requests that the key may send per minute. Empty for the default of 600."
                    type="number"
                    min={1}
                    pointer="/requests_per_minute"
                    value={draft.rate}
                    onValue={(rate) => {
                        set({ rate });
                    }}
                />
            </div>
        </details>
    );
}
