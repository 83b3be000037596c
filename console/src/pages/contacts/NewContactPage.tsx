import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { ContactCreate } from '../../api/types';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { createContact } from './calls';

/** Adds a contact with a number. */
export default function NewContactPage() {
    const [name, setName] = useState('');
    const [phone, setPhone] = useState('');
    const attempts = useAttempts();
    const forget = useForget();
    const [, go] = useLocation();
    const make = useMutation({
        mutationFn: () => {
            const body: ContactCreate = {
                ...(name === '' ? {} : { name }),
                addresses: [{ type: 'phone', value: phone }],
            };
            return attempts.make(body, ({ key }) => createContact(body, key));
        },
        onSuccess: async ({ id }) => {
            await forget('contacts', 'events');
            go(`/api/contacts/${id}`);
        },
    });
    return (
        <PageFrame title="Add a contact" within={{ href: '/api/contacts', title: 'Contacts' }} narrow>
            <Form
                submit="Add contact"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate();
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
                <TextField
                    label="Phone number"
                    hint="An international number, as +1 202 555 0100."
                    type="tel"
                    pointer="/addresses/0/value"
                    value={phone}
                    onValue={setPhone}
                />
            </Form>
        </PageFrame>
    );
}
