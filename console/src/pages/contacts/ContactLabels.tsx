import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import type { Contact } from '../../api/types';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { updateContact } from './calls';

/** Changes the name and the labels of a contact. */
export function ContactLabels({ of: contact }: { readonly of: Contact }) {
    const [name, setName] = useState(contact.name ?? '');
    const [labels, setLabels] = useState(contact.labels.join(', '));
    const forget = useForget();
    const change = useMutation({
        mutationFn: () =>
            updateContact(contact.id, {
                name: name === '' ? null : name,
                labels: labels
                    .split(',')
                    .map((label) => label.trim())
                    .filter((label) => label !== ''),
            }),
        onSuccess: () => forget('contacts', 'events'),
    });
    return (
        <section className="stack tight" aria-labelledby="change">
            <h2 id="change">Change</h2>
            <div className="panel padded">
                <Form
                    submit="Save"
                    busy={change.isPending}
                    problem={change.error}
                    onSubmit={() => {
                        change.mutate();
                    }}
                >
                    <TextField label="Name" pointer="/name" value={name} onValue={setName} />
                    <TextField
                        label="Labels"
                        hint="Separated by commas."
                        pointer="/labels"
                        value={labels}
                        onValue={setLabels}
                    />
                </Form>
            </div>
        </section>
    );
}
