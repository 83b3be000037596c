import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useForget, useGone } from '../../api/queries';
import type { Contact } from '../../api/types';
import { Button } from '../../ui/Button';
import { Confirm } from '../../ui/Dialog';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { nameOf } from './ContactState';
import { Name } from '../../ui/Text';
import { type ContactAction, actOnContact, deleteContact } from './calls';

const LABELS: Record<ContactAction, string> = {
    block: 'Block',
    unblock: 'Unblock',
    'opt-out': 'Opt out',
    'opt-in': 'Opt in',
};

/** The actions on a contact. */
export function ContactActions({ of: contact }: { readonly of: Contact }) {
    const [deletes, setDeletes] = useState(false);
    const forget = useForget();
    const act = useMutation({
        mutationFn: (action: ContactAction) => actOnContact(contact.id, action),
        onSuccess: () => forget('contacts', 'events'),
    });
    const actions: ContactAction[] = [contact.opted_out ? 'opt-in' : 'opt-out', contact.blocked ? 'unblock' : 'block'];
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
            <Button
                look="danger"
                onClick={() => {
                    setDeletes(true);
                }}
            >
                Delete
            </Button>
            {deletes && (
                <Delete
                    of={contact}
                    onClose={() => {
                        setDeletes(false);
                    }}
                />
            )}
        </>
    );
}

function Delete({ of: contact, onClose }: { readonly of: Contact; readonly onClose: () => void }) {
    const gone = useGone();
    const [, go] = useLocation();
    const remove = useMutation({
        mutationFn: () => deleteContact(contact.id),
        onSuccess: () => {
            gone(contact.id, 'contacts', 'events');
            go('/api/contacts');
        },
    });
    return (
        <Confirm
            title="Delete contact"
            isOpen
            onClose={onClose}
            confirm="Delete contact"
            busy={remove.isPending}
            problem={remove.error}
            onConfirm={() => {
                remove.mutate();
            }}
        >
            <p>
                The messages of <Name>{nameOf(contact)}</Name> stay. A person who writes again becomes a contact again.
            </p>
        </Confirm>
    );
}
