import { useState } from 'react';
import type { Model, ModelConnection } from '../../api/types';
import { useMay } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Empty, Loaded, Pages } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { type Column, Table } from '../../ui/Table';
import { Badge, Name, Time } from '../../ui/Text';
import { ConnectionDialog } from './ConnectionDialog';
import { ModelDialog } from './ModelDialog';
import { Playground } from './Playground';
import { useConnections, useModels } from './calls';

/** Models of any OpenAI-compatible server, the connections to these servers, and a playground. */
export default function ModelsPage() {
    const may = useMay('models:write');
    const invokes = useMay('models:invoke');
    return (
        <PageFrame title="Models">
            <Models may={may} />
            <Connections may={may} />
            {invokes && <Playground />}
        </PageFrame>
    );
}

function Models({ may }: { readonly may: boolean }) {
    const models = useModels();
    const [open, setOpen] = useState<Model | 'new' | null>(null);
    const columns: readonly Column<Model>[] = [
        {
            name: 'Name',
            shows: (model) =>
                may && model.connection_id !== undefined ? (
                    <Opens
                        name={model.id}
                        onOpen={() => {
                            setOpen(model);
                        }}
                    />
                ) : (
                    <code>{model.id}</code>
                ),
        },
        { name: 'Display name', shows: (model) => <Name clip>{model.display_name ?? ''}</Name> },
        { name: 'Model of the provider', shows: (model) => <Name clip>{model.upstream_model ?? 'Built in'}</Name> },
        { name: 'Created', shows: (model) => <Time at={model.created_at} /> },
        {
            name: 'State',
            shows: (model) =>
                model.status === 'ready' ? (
                    <Badge tone="good">Ready</Badge>
                ) : (
                    <Badge tone="bad">Connection missing</Badge>
                ),
        },
    ];
    return (
        <section className="stack tight" aria-labelledby="models">
            <div className="row apart">
                <h2 id="models">All models</h2>
                {may && (
                    <Button
                        onClick={() => {
                            setOpen('new');
                        }}
                    >
                        Create a model
                    </Button>
                )}
            </div>
            <Loaded query={models}>
                {(all) => <Table label="Models" columns={columns} rows={all} id={(model) => model.id} />}
            </Loaded>
            {open !== null && (
                <ModelDialog
                    model={open === 'new' ? null : open}
                    onClose={() => {
                        setOpen(null);
                    }}
                />
            )}
        </section>
    );
}

function Connections({ may }: { readonly may: boolean }) {
    const connections = useConnections();
    const [open, setOpen] = useState<ModelConnection | 'new' | null>(null);
    const columns: readonly Column<ModelConnection>[] = [
        {
            name: 'Name',
            shows: (connection) =>
                may ? (
                    <Opens
                        name={connection.name}
                        onOpen={() => {
                            setOpen(connection);
                        }}
                    />
                ) : (
                    <Name clip>{connection.name}</Name>
                ),
        },
        { name: 'Server', shows: (connection) => <Name clip>{connection.base_url}</Name> },
        { name: 'Key', shows: (connection) => (connection.has_api_key ? 'Stored' : 'None') },
        { name: 'Created', shows: (connection) => <Time at={connection.created_at} /> },
    ];
    return (
        <section className="stack tight" aria-labelledby="connections">
            <div className="row apart">
                <h2 id="connections">Connections</h2>
                {may && (
                    <Button
                        onClick={() => {
                            setOpen('new');
                        }}
                    >
                        Connect a provider
                    </Button>
                )}
            </div>
            <Pages
                query={connections}
                empty={
                    <Empty title="No connections yet">
                        <p className="muted">A provider is any server with an OpenAI-compatible API.</p>
                    </Empty>
                }
            >
                {(rows) => (
                    <Table label="Connections" columns={columns} rows={rows} id={(connection) => connection.id} />
                )}
            </Pages>
            {open !== null && (
                <ConnectionDialog
                    connection={open === 'new' ? null : open}
                    onClose={() => {
                        setOpen(null);
                    }}
                />
            )}
        </section>
    );
}

function Opens({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
    return (
        <button type="button" className="as-link" onClick={onOpen}>
            <Name clip>{name}</Name>
        </button>
    );
}
