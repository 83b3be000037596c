import { useState } from 'react';
import type { Invitation, Member } from '../../api/types';
import { useMay, useSession, useWorkspace } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Empty, Pages } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { type Column, Table } from '../../ui/Table';
import { Badge, Name, Time } from '../../ui/Text';
import { InviteDialog } from './InviteDialog';
import { MemberDialog } from './MemberDialog';
import { TakeBack } from './TakeBack';
import { useInvitations, useMembers } from './calls';

/** The members of the workspace and its open invitations. */
export default function MembersPage() {
    const workspace = useWorkspace();
    const may = useMay('members:write');
    const [inviting, setInviting] = useState(false);
    if (workspace === undefined) {
        return (
            <PageFrame title="Members">
                <Empty title="You are not a member of a workspace" />
            </PageFrame>
        );
    }
    const invite = (
        <Button
            look="primary"
            onClick={() => {
                setInviting(true);
            }}
        >
            Invite a member
        </Button>
    );
    return (
        <PageFrame title="Members" actions={may ? invite : undefined}>
            <Members workspaceId={workspace.id} />
            <Invitations workspaceId={workspace.id} may={may} />
            {inviting && (
                <InviteDialog
                    workspace={workspace}
                    onClose={() => {
                        setInviting(false);
                    }}
                />
            )}
        </PageFrame>
    );
}

function Members({ workspaceId }: { readonly workspaceId: string }) {
    const members = useMembers(workspaceId);
    const { user } = useSession();
    const may = useMay('members:write');
    const [open, setOpen] = useState<Member | null>(null);
    const columns: readonly Column<Member>[] = [
        {
            name: 'Name',
            shows: (member) => (
                <span className="row">
                    <Name clip>{member.name}</Name>
                    {member.id === user.id && <Badge>You</Badge>}
                </span>
            ),
        },
        { name: 'E-mail', shows: (member) => <Name clip>{member.email}</Name> },
        { name: 'Role', shows: (member) => member.role },
        { name: 'Since', shows: (member) => <Time at={member.joined_at} /> },
        {
            name: 'Change',
            shows: (member) =>
                (may || member.id === user.id) && (
                    <Button
                        small
                        aria-label={`${may ? 'Change' : 'Leave, as'} ${member.email}`}
                        onClick={() => {
                            setOpen(member);
                        }}
                    >
                        {may ? 'Change' : 'Leave'}
                    </Button>
                ),
        },
    ];
    return (
        <>
            <Pages query={members} empty={<Empty title="No members" />}>
                {(rows) => <Table label="Members" columns={columns} rows={rows} id={(member) => member.id} />}
            </Pages>
            {open !== null && (
                <MemberDialog
                    workspaceId={workspaceId}
                    member={open}
                    onClose={() => {
                        setOpen(null);
                    }}
                />
            )}
        </>
    );
}

function Invitations({ workspaceId, may }: { readonly workspaceId: string; readonly may: boolean }) {
    const invitations = useInvitations(workspaceId);
    const columns: readonly Column<Invitation>[] = [
        { name: 'E-mail', shows: (invitation) => <Name clip>{invitation.email}</Name> },
        { name: 'Role', shows: (invitation) => invitation.role },
        { name: 'Expires', shows: (invitation) => <Time at={invitation.expires_at} /> },
        {
            name: 'Revoke',
            shows: (invitation) => may && <TakeBack workspaceId={workspaceId} invitation={invitation} />,
        },
    ];
    return (
        <section className="stack tight" aria-labelledby="invitations">
            <h2 id="invitations">Open invitations</h2>
            <Pages query={invitations} empty={<p className="muted">None.</p>}>
                {(rows) => (
                    <Table label="Open invitations" columns={columns} rows={rows} id={(invitation) => invitation.id} />
                )}
            </Pages>
        </section>
    );
}
