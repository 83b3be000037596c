import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Workspace } from '../../api/types';
import { useMay, useSessionChange, useWorkspace } from '../../shell/session';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Empty } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name, Time, Words } from '../../ui/Text';
import { renameWorkspace } from './calls';

/** The name of the workspace, and the scopes of the user's role. */
export default function SettingsPage() {
    const workspace = useWorkspace();
    const may = useMay('workspace:write');
    return (
        <PageFrame title="Workspace settings" narrow>
            {workspace === undefined ? (
                <Empty title="You are not a member of a workspace" />
            ) : (
                <>
                    {may && <Rename of={workspace} />}
                    <div className="panel padded">
                        <Facts
                            facts={[
                                ['Name', <Name key="name">{workspace.name}</Name>],
                                ['ID', <code key="id">{workspace.id}</code>],
                                ['Your role', workspace.role],
                                ['Your scopes', <Words key="scopes" words={workspace.scopes} otherwise="None" />],
                                ['Created', <Time key="created" at={workspace.created_at} />],
                            ]}
                        />
                    </div>
                </>
            )}
        </PageFrame>
    );
}

function Rename({ of: workspace }: { readonly of: Workspace }) {
    const [name, setName] = useState(workspace.name);
    const { anew } = useSessionChange();
    const rename = useMutation({ mutationFn: () => renameWorkspace(workspace.id, name), onSuccess: anew });
    return (
        <div className="panel padded stack">
            <Form
                submit="Rename"
                busy={rename.isPending}
                problem={rename.error}
                onSubmit={() => {
                    rename.mutate();
                }}
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
            </Form>
            <p role="status" className="small muted">
                {rename.isSuccess && 'The workspace is renamed.'}
            </p>
        </div>
    );
}
