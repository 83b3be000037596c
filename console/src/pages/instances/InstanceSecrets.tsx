import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import type { Instance } from '../../api/types';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { actOnInstance, updateInstance } from './calls';

const SECRETS = [
    ['access_token', 'Access token'],
    ['app_secret', 'App secret'],
    ['verify_token', 'Verify token'],
] as const;

/** Replaces secrets of an instance of the Cloud API, and connects it with them. */
export function InstanceSecrets({ of: instance }: { readonly of: Instance }) {
    const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
    const forget = useForget();
    const save = useMutation({
        mutationFn: async () => {
            const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''));
            await updateInstance(instance.id, { config: given });
            await actOnInstance(instance.id, 'connect');
        },
        onSuccess: async () => {
            setSecrets({});
            await forget('instances', 'events');
        },
    });
    if (instance.provider !== 'cloud_api') {
        return undefined;
    }
    return (
        <section className="stack tight" aria-labelledby="secrets">
            <h2 id="secrets">Replace secrets</h2>
            <div className="panel padded">
                <Form
                    submit="Save and connect"
                    busy={save.isPending}
                    problem={save.error}
                    beside={save.isSuccess && <span role="status">Saved.</span>}
                    onSubmit={() => {
                        save.mutate();
                    }}
                >
                    <p className="muted">Leave a secret empty to keep the stored one.</p>
                    {SECRETS.map(([name, label]) => (
                        <TextField
                            key={name}
                            label={label}
                            pointer={`/config/${name}`}
                            mono
                            autoComplete="off"
                            value={secrets[name] ?? ''}
                            onValue={(value) => {
                                setSecrets({ ...secrets, [name]: value });
                            }}
                        />
                    ))}
                </Form>
            </div>
        </section>
    );
}
