import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { Model } from '../../api/types';
import { Dialog } from '../../ui/Dialog';
import { Select, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { DeleteButton } from './DeleteButton';
import { createModel, deleteModel, updateModel, useConnections } from './calls';

interface Props {
    /** Null for a new one. */
    readonly model: Model | null;
    readonly onClose: () => void;
}

/** Creates a model, or changes its target. */
export function ModelDialog({ model, onClose }: Props) {
    const connections = useConnections().data?.pages.flatMap((page) => page.data) ?? [];
    const [id, setId] = useState(model?.id ?? '');
    const [connection, setConnection] = useState(model?.connection_id ?? '');
    const [upstream, setUpstream] = useState(model?.upstream_model ?? '');
    const [name, setName] = useState(model?.display_name ?? '');
    const attempts = useAttempts();
    const forget = useForget();
    const draft = { id, connection_id: connection, upstream_model: upstream, display_name: name };
    const save = useMutation({
        mutationFn: () =>
            model === null ? attempts.make(draft, ({ key }) => createModel(draft, key)) : updateModel(draft),
        onSuccess: async () => {
            await forget('models', 'events');
            onClose();
        },
    });
    const options = [
        { value: '', label: 'Choose one' },
        ...connections.map((each) => ({ value: each.id, label: each.name })),
    ];
    return (
        <Dialog title={model === null ? 'Create a model' : 'Edit model'} isOpen onClose={onClose}>
            <Form
                submit="Save"
                busy={save.isPending}
                problem={save.error}
                onSubmit={() => {
                    save.mutate();
                }}
                beside={
                    model !== null && (
                        <DeleteButton what="models" remove={() => deleteModel(model.id)} onDeleted={onClose}>
                            Delete model
                        </DeleteButton>
                    )
                }
            >
                {model === null && (
                    <TextField
                        label="Name"
                        hint="The name of the model in API requests: lower-case letters, digits, dots and dashes."
                        pointer="/id"
                        mono
                        value={id}
                        onValue={setId}
                    />
                )}
                <Select
                    label="Connection"
                    pointer="/connection_id"
                    options={options}
                    value={connection}
                    onValue={setConnection}
                />
                <TextField
                    label="Model of the provider"
                    pointer="/upstream_model"
                    mono
                    value={upstream}
                    onValue={setUpstream}
                />
                <TextField
                    label="Display name"
                    hint="The name that the console shows."
                    pointer="/display_name"
                    value={name}
                    onValue={setName}
                />
            </Form>
        </Dialog>
    );
}
