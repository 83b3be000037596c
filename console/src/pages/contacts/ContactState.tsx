import type { Contact } from '../../api/types';
import { Badge } from '../../ui/Text';

/** Whether messages are exchanged with a contact. */
export function ContactState({ of: contact }: { readonly of: Contact }) {
    if (contact.blocked) {
        return <Badge tone="bad">Blocked</Badge>;
    }
    switch (contact.opt_out_category) {
        case 'all':
            return <Badge tone="warn">Opted out</Badge>;
        case 'marketing':
            return <Badge tone="warn">Opted out of marketing</Badge>;
        default:
            return <Badge tone="good">Active</Badge>;
    }
}

/** The reason why messages to a contact are rejected, and its remedy. */
export function ContactReason({ of: contact }: { readonly of: Contact }) {
    if (contact.blocked) {
        return (
            <p className="notice warn">
                The contact is blocked: Postrider rejects messages to it and ignores messages from it. Unblock it to
                exchange messages again.
            </p>
        );
    }
    switch (contact.opt_out_category) {
        case 'all':
            return (
                <p className="notice warn">
                    The contact opted out of all messages, so Postrider rejects messages to it. The contact opts in by
                    sending START. Opt it in here only if the person has asked for messages again.
                </p>
            );
        case 'marketing':
            return (
                <p className="notice warn">
                    The contact opted out of marketing, so Postrider rejects marketing templates to it. Opt it in here
                    only if the person has asked for marketing messages again.
                </p>
            );
        default:
            return null;
    }
}

/** The name of a contact, or its first address. */
export function nameOf(contact: Contact): string {
    return contact.name ?? contact.addresses[0]?.value ?? contact.id;
}
