import { useMutation } from '@tanstack/react-query';
import { useForget } from '../../api/queries';
import type { Contact } from '../../api/types';
import { DeleteAction } from '../../shell/DeleteAction';
import { Button } from '../../ui/Button';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { nameOf } from './ContactState';
import { Name } from '../../ui/Text';
import { type ContactAction, actOnContact, deleteContact } from './calls';

const LABELS: Record<ContactAction, string> = {
    block: 'Block',
    unblock: 'Unblock',
    'opt-out': 'Opt out of all',
    'opt-out-marketing': 'Opt out of marketing',
    'opt-in': 'Opt in',
};

function optOuts(contact: Contact): ContactAction[] {
    switch (contact.opt_out_category) {
        case 'all':
            return ['opt-in'];
        case 'marketing':
            return ['opt-in', 'opt-out'];
        default:
            return ['opt-out-marketing', 'opt-out'];
    }
}

/** The actions on a contact. */
export function ContactActions({ of: contact }: { readonly of: Contact }) {
    const forget = useForget();
    const act = useMutation({
        mutationFn: (action: ContactAction) => actOnContact(contact.id, action),
        onSuccess: () => forget('contacts', 'events'),
    });
    const actions: ContactAction[] = [...optOuts(contact), contact.blocked ? 'unblock' : 'block'];
    return (
        <>
            <ProblemNotice problem={act.error} />
            {actions.map((action) => (
                <Button
                    key={action}
                    busy={act.isPending && act.variables === action}
                    onClick={() => {
                        act.mutate(action);
                    }}
                >
                    {LABELS[action]}
                </Button>
            ))}
            <DeleteAction title="Delete contact" id={contact.id} kind="contacts" remove={deleteContact}>
                <p>
                    The messages of <Name>{nameOf(contact)}</Name> stay. A person who writes again becomes a contact
                    again.
                </p>
            </DeleteAction>
        </>
    );
}
