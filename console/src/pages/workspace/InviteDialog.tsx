import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { InvitationCreated, Role, Workspace } from '../../api/types';
import { RadioCards } from '../../ui/Choice';
import { Code } from '../../ui/Code';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { StoredGate } from '../../ui/StoredGate';
import { Name } from '../../ui/Text';
import { invite } from './calls';
import { rolesUpTo } from './roles';

interface Props {
    readonly workspace: Workspace;
    readonly onClose: () => void;
}

/** Invites a member, and shows the link to hand over, once. */
export function InviteDialog({ workspace, onClose }: Props) {
    const [email, setEmail] = useState('');
    const [role, setRole] = useState<Role>('developer');
    const attempts = useAttempts();
    const forget = useForget();
    const send = useMutation({
        mutationFn: () => attempts.make({ email, role }, ({ key }) => invite(workspace.id, email, role, key)),
        onSuccess: () => forget('invitations', 'events'),
    });
    return (
        <Dialog title="Invite a member" isOpen onClose={onClose}>
            {send.data === undefined ? (
                <Form
                    submit="Invite"
                    busy={send.isPending}
                    problem={send.error}
                    onSubmit={() => {
                        send.mutate();
                    }}
                >
                    <TextField
                        label="E-mail"
                        type="email"
                        autoComplete="off"
                        pointer="/email"
                        value={email}
                        onValue={setEmail}
                    />
                    <RadioCards
                        legend="Role"
                        pointer="/role"
                        options={rolesUpTo(workspace.role)}
                        value={role}
                        onValue={setRole}
                    />
                </Form>
            ) : (
                <HandOver made={send.data} onDone={onClose} />
            )}
        </Dialog>
    );
}

function HandOver({ made, onDone }: { readonly made: InvitationCreated; readonly onDone: () => void }) {
    if (made.link === null) {
        return (
            <p className="notice warn">
                This invitation already exists, and its link is shown only once. Create another invitation.
            </p>
        );
    }
    return (
        <StoredGate what="the link or handed it over" onStored={onDone}>
            <p className="notice warn">
                Postrider sends no mail: send this link to <Name>{made.email}</Name> yourself. Anyone who has it can
                become a member, once.
            </p>
            <Code text={made.link} label="Link" wrapped />
        </StoredGate>
    );
}
