import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import type { Contact } from '../../api/types';
import { useMay } from '../../shell/session';
import { Ago } from '../../ui/Ago';
import { TextField } from '../../ui/Field';
import { ListPage } from '../../ui/ListPage';
import { Empty } from '../../ui/Loaded';
import type { Column } from '../../ui/Table';
import { Name, Words } from '../../ui/Text';
import { ContactState, nameOf } from './ContactState';
import { type ContactFilter, useContacts } from './calls';

const columns: readonly Column<Contact>[] = [
    {
        name: 'Name',
        shows: (contact) => (
            <Link href={`/api/contacts/${contact.id}`}>
                <Name clip>{nameOf(contact)}</Name>
            </Link>
        ),
    },
    {
        name: 'Addresses',
        shows: (contact) => <Words words={contact.addresses.map(({ value }) => value)} otherwise="None" />,
    },
    { name: 'Labels', shows: (contact) => <Words words={contact.labels} otherwise="None" /> },
    { name: 'Created', shows: (contact) => <Ago at={contact.created_at} /> },
    { name: 'State', shows: (contact) => <ContactState of={contact} /> },
];

/** The contacts of the workspace. */
export default function ContactsPage() {
    const [typed, setTyped] = useState<ContactFilter>({ q: '', label: '' });
    const filter = useDeferredValue(typed);
    return (
        <ListPage
            title="Contacts"
            create={{ href: '/api/contacts/new', title: 'Add contact', may: useMay('contacts:write') }}
            query={useContacts(filter)}
            columns={columns}
            none={{
                title: 'No contacts yet',
                about: 'A contact is a person with whom an instance exchanges messages. Postrider creates a contact when a person writes to an instance; you can add contacts too.',
            }}
            filters={
                <search className="filters">
                    <TextField
                        label="Search"
                        type="search"
                        placeholder="Part of the name or address"
                        value={typed.q}
                        onValue={(q) => {
                            setTyped({ ...typed, q });
                        }}
                    />
                    <TextField
                        label="Label"
                        type="search"
                        value={typed.label}
                        onValue={(label) => {
                            setTyped({ ...typed, label });
                        }}
                    />
                </search>
            }
            noneFits={(filter.q !== '' || filter.label !== '') && <Empty title="No contacts match" />}
        />
    );
}
