import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { enterWorkspace } from '../../api/caller';
import { useAttempts } from '../../api/idempotency';
import type { Workspace } from '../../api/types';
import { useSession, useSessionChange, useWorkspace } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Empty } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { type Column, Table } from '../../ui/Table';
import { Badge, Name, Time } from '../../ui/Text';
import { createWorkspace } from './calls';

/** The workspaces that the person is a member of, and a way to open another. */
export default function WorkspacesPage() {
    const { workspaces } = useSession();
    const entered = useWorkspace();
    const [creating, setCreating] = useState(false);
    const [, go] = useLocation();
    const columns: readonly Column<Workspace>[] = [
        {
            name: 'Name',
            shows: (workspace) => (
                <span className="row">
                    <Name clip>{workspace.name}</Name>
                    {workspace.id === entered?.id && <Badge tone="good">Current workspace</Badge>}
                </span>
            ),
        },
        { name: 'ID', shows: (workspace) => <code>{workspace.id}</code> },
        { name: 'Your role', shows: (workspace) => workspace.role },
        { name: 'Created', shows: (workspace) => <Time at={workspace.created_at} /> },
        {
            name: 'Enter',
            shows: (workspace) => (
                <Button
                    small
                    aria-label={`Enter ${workspace.name}`}
                    onClick={() => {
                        enterWorkspace(workspace.id);
                        go('/api');
                    }}
                >
                    Enter
                </Button>
            ),
        },
    ];
    return (
        <PageFrame
            title="Workspaces"
            actions={
                <Button
                    look="primary"
                    onClick={() => {
                        setCreating(true);
                    }}
                >
                    Create a workspace
                </Button>
            }
        >
            {workspaces.length === 0 ? (
                <Empty title="You are not a member of a workspace" />
            ) : (
                <Table label="Workspaces" columns={columns} rows={workspaces} id={(workspace) => workspace.id} />
            )}
            {creating && (
                <Create
                    onClose={() => {
                        setCreating(false);
                    }}
                />
            )}
        </PageFrame>
    );
}

function Create({ onClose }: { readonly onClose: () => void }) {
    const [name, setName] = useState('');
    const attempts = useAttempts();
    const { anew } = useSessionChange();
    const [, go] = useLocation();
    const create = useMutation({
        mutationFn: () => attempts.make(name, ({ key }) => createWorkspace(name, key)),
        onSuccess: async ({ id }) => {
            await anew();
            enterWorkspace(id);
            go('/api');
        },
    });
    return (
        <Dialog title="Create a workspace" isOpen onClose={onClose}>
            <p>Each workspace has its own keys, links, webhooks and members.</p>
            <Form
                submit="Create workspace"
                busy={create.isPending}
                problem={create.error}
                onSubmit={() => {
                    create.mutate();
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
            </Form>
        </Dialog>
    );
}
