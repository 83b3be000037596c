import type { Contact } from '../../api/types';
import { Badge } from '../../ui/Text';

/** Whether messages are exchanged with a contact. */
export function ContactState({ of: contact }: { readonly of: Contact }) {
    if (contact.blocked) {
        return <Badge tone="bad">Blocked</Badge>;
    }
    return contact.opted_out ? <Badge tone="warn">Opted out</Badge> : <Badge tone="good">Active</Badge>;
}

/** The name of a contact, or its first address. */
export function nameOf(contact: Contact): string {
    return contact.name ?? contact.addresses[0]?.value ?? contact.id;
}
