import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import type { Instance } from '../../api/types';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { updateInstance } from './calls';

const WORDS = [
    ['opt_out_words', 'Opt out of all', 'Empty for STOP, UNSUBSCRIBE, CANCEL, PARAR, SAIR, BAJA and others.'],
    ['opt_out_marketing_words', 'Opt out of marketing', 'Empty for none.'],
    ['opt_in_words', 'Opt in', 'Empty for START and UNSTOP.'],
] as const;

/** Changes the words by which persons opt out of the messages of an instance. */
export function OptOutWords({ of: instance }: { readonly of: Instance }) {
    const [words, setWords] = useState<Record<string, string>>(instance.config);
    const forget = useForget();
    const save = useMutation({
        mutationFn: () =>
            updateInstance(instance.id, {
                config: Object.fromEntries(WORDS.map(([name]) => [name, words[name]?.trim() || null])),
            }),
        onSuccess: () => forget('instances', 'events'),
    });
    return (
        <section className="stack tight" aria-labelledby="words">
            <h2 id="words">Opt-out words</h2>
            <div className="panel padded">
                <Form
                    submit="Save words"
                    busy={save.isPending}
                    problem={save.error}
                    onSubmit={() => {
                        save.mutate();
                    }}
                >
                    {WORDS.map(([name, label, hint]) => (
                        <TextField
                            key={name}
                            label={label}
                            hint={hint}
                            pointer={`/config/${name}`}
                            value={words[name] ?? ''}
                            onValue={(value) => {
                                setWords({ ...words, [name]: value });
                            }}
                        />
                    ))}
                </Form>
            </div>
        </section>
    );
}
