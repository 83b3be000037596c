import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { ModelConnection } from '../../api/types';
import { Dialog } from '../../ui/Dialog';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { DeleteButton } from './DeleteButton';
import { createConnection, deleteConnection, updateConnection } from './calls';

interface Props {
    /** Null for a new one. */
    readonly connection: ModelConnection | null;
    readonly onClose: () => void;
}

/** Connects a provider, or changes how. */
export function ConnectionDialog({ connection, onClose }: Props) {
    const [name, setName] = useState(connection?.name ?? '');
    const [server, setServer] = useState(connection?.base_url ?? '');
    const [key, setKey] = useState('');
    const attempts = useAttempts();
    const forget = useForget();
    const draft = { name, base_url: server, api_key: key };
    const save = useMutation({
        mutationFn: () =>
            connection === null
                ? attempts.make(draft, (attempt) => createConnection(draft, attempt.key))
                : updateConnection(connection.id, draft),
        onSuccess: async () => {
            await forget('connections', 'models', 'events');
            onClose();
        },
    });
    return (
        <Dialog title={connection === null ? 'Connect a provider' : 'Edit connection'} isOpen onClose={onClose}>
            <Form
                submit="Save"
                busy={save.isPending}
                problem={save.error}
                onSubmit={() => {
                    save.mutate();
                }}
                beside={
                    connection !== null && (
                        <DeleteButton
                            what="connections"
                            remove={() => deleteConnection(connection.id)}
                            onDeleted={onClose}
                        >
                            Delete connection
                        </DeleteButton>
                    )
                }
            >
                <TextField label="Name" pointer="/name" value={name} onValue={setName} />
                <TextField
                    label="Server"
                    hint="The address of the API of the provider, without /chat/completions: such as https://models.example.com/v1"
                    type="url"
                    pointer="/base_url"
                    value={server}
                    onValue={setServer}
                />
                <TextField
                    label="API key of the provider"
                    hint={
                        connection?.has_api_key === true
                            ? 'Leave empty to keep the stored one.'
                            : 'Stored encrypted, and never shown.'
                    }
                    type="password"
                    autoComplete="off"
                    pointer="/api_key"
                    value={key}
                    onValue={setKey}
                />
            </Form>
        </Dialog>
    );
}
