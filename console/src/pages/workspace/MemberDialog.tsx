import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import type { Member } from '../../api/types';
import { useMay, useSession, useSessionChange, useWorkspace } from '../../shell/session';
import { Button } from '../../ui/Button';
import { RadioCards } from '../../ui/Choice';
import { Dialog } from '../../ui/Dialog';
import { Form } from '../../ui/Form';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Name } from '../../ui/Text';
import { changeRole, removeMember } from './calls';
import { rolesUpTo } from './roles';

interface Props {
    readonly workspaceId: string;
    readonly member: Member;
    readonly onClose: () => void;
}

/** Changes the role of a member, or removes the member; every member may leave. */
export function MemberDialog({ workspaceId, member, onClose }: Props) {
    const may = useMay('members:write');
    const own = useWorkspace()?.role ?? 'viewer';
    const [role, setRole] = useState(member.role);
    const done = useDone(onClose);
    const change = useMutation({ mutationFn: () => changeRole(workspaceId, member.id, role), onSuccess: done });
    return (
        <Dialog title="Change member" isOpen onClose={onClose}>
            <p>
                <Name>{member.name}</Name> · <Name>{member.email}</Name>
            </p>
            {may && (
                <Form
                    submit="Change role"
                    busy={change.isPending}
                    problem={change.error}
                    onSubmit={() => {
                        change.mutate();
                    }}
                >
                    <RadioCards legend="Role" pointer="/role" options={rolesUpTo(own)} value={role} onValue={setRole} />
                </Form>
            )}
            <Remove workspaceId={workspaceId} member={member} onDone={done} />
        </Dialog>
    );
}

function useDone(onClose: () => void): () => Promise<void> {
    const forget = useForget();
    const { anew } = useSessionChange();
    return async () => {
        onClose();
        await Promise.all([forget('members', 'events'), anew()]);
    };
}

interface RemoveProps {
    readonly workspaceId: string;
    readonly member: Member;
    readonly onDone: () => Promise<void>;
}

function Remove({ workspaceId, member, onDone }: RemoveProps) {
    const { user } = useSession();
    const { anew } = useSessionChange();
    const leaves = member.id === user.id;
    const remove = useMutation({
        mutationFn: () => removeMember(workspaceId, member.id),
        // A former member may not read the workspace any more.
        onSuccess: () => (leaves ? anew() : onDone()),
    });
    return (
        <div className="stack tight">
            <ProblemNotice problem={remove.error} />
            <div>
                <Button
                    look="danger"
                    busy={remove.isPending}
                    onClick={() => {
                        remove.mutate();
                    }}
                >
                    {leaves ? 'Leave the workspace' : 'Remove from the workspace'}
                </Button>
            </div>
            <p className="hint">API keys that the member created stay in the workspace.</p>
        </div>
    );
}
