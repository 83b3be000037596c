import { useState } from 'react';
import { useCreation } from '../../shell/creation';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { createContact } from './calls';

/** Adds a contact with a number. */
export default function NewContactPage() {
    const [name, setName] = useState('');
    const [phone, setPhone] = useState('');
    const make = useCreation('contacts', createContact);
    return (
        <PageFrame title="Add a contact" within={{ href: '/api/contacts', title: 'Contacts' }} narrow>
            <Form
                submit="Add contact"
                busy={make.isPending}
                problem={make.error}
                onSubmit={() => {
                    make.mutate({
                        ...(name === '' ? {} : { name }),
                        addresses: [{ type: 'phone', value: phone }],
                    });
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
                <TextField
                    label="Phone number"
                    hint="An international number, such as +1 202 555 0100."
                    type="tel"
                    pointer="/addresses/0/value"
                    value={phone}
                    onValue={setPhone}
                />
            </Form>
        </PageFrame>
    );
}
