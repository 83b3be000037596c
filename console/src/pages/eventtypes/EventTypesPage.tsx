import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import type { EventType } from '../../api/types';
import { useMay } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Json } from '../../ui/Code';
import { TextArea, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Empty, Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { type Column, Table } from '../../ui/Table';
import { Name } from '../../ui/Text';
import { useEventTypes } from '../events/calls';
import { parsed } from '../rules/draft';
import { deleteType, describe } from './calls';

/** The types of events that the workspace publishes itself. */
export default function EventTypesPage() {
    const may = useMay('events:publish');
    const forget = useForget();
    const remove = useMutation({ mutationFn: deleteType, onSettled: () => forget('event-types') });
    const columns: readonly Column<EventType>[] = [
        { name: 'Type', shows: ({ type }) => <code className="any-text">{type}</code> },
        { name: 'Description', shows: ({ description }) => <Name clip>{description}</Name> },
        {
            name: 'Schema and example',
            shows: ({ type, schema, example }) => (
                <details>
                    <summary>Show</summary>
                    <Json value={schema.properties} label={`Schema of ${type}`} />
                    <Json value={example.data} label={`Example of ${type}`} />
                </details>
            ),
        },
        ...(may
            ? [
                  {
                      name: 'Action',
                      shows: ({ type }: EventType) => (
                          <Button
                              busy={remove.isPending}
                              onClick={() => {
                                  remove.mutate(type);
                              }}
                          >
                              Delete
                          </Button>
                      ),
                  },
              ]
            : []),
    ];
    return (
        <PageFrame title="Event types">
            <ProblemNotice problem={remove.error} />
            <Loaded query={useEventTypes()}>
                {(types) => {
                    const own = types.filter((type) => type.own);
                    return own.length === 0 ? (
                        <Empty title="No event types yet">
                            An event type defines the events of one name that your programs publish, with a schema for
                            their data. Events can also be published without one.
                        </Empty>
                    ) : (
                        <Table label="Event types" columns={columns} rows={own} id={({ type }) => type} />
                    );
                }}
            </Loaded>
            {may && <DefineForm />}
        </PageFrame>
    );
}

/** Defines an event type, replacing its previous definition. */
function DefineForm() {
    const [type, setType] = useState('');
    const [description, setDescription] = useState('');
    const [schema, setSchema] = useState('');
    const [example, setExample] = useState('');
    const forget = useForget();
    const save = useMutation({
        mutationFn: async () =>
            describe({
                type,
                description: description === '' ? null : description,
                json_schema: schema.trim() === '' ? null : (parsed(schema, '/json_schema') as Record<string, unknown>),
                example: example.trim() === '' ? null : (parsed(example, '/example') as Record<string, unknown>),
            }),
        onSuccess: () => forget('event-types'),
    });
    return (
        <section className="stack tight" aria-labelledby="define">
            <h2 id="define">Define an event type</h2>
            <div className="panel padded">
                <Form
                    submit="Save event type"
                    busy={save.isPending}
                    problem={save.error}
                    onSubmit={() => {
                        save.mutate();
                    }}
                >
                    <TextField
                        label="Type"
                        hint="A group and a name, separated by a dot: for example parcel.sent."
                        pointer="/type"
                        mono
                        value={type}
                        onValue={setType}
                    />
                    <TextField
                        label="Description"
                        pointer="/description"
                        value={description}
                        onValue={setDescription}
                    />
                    <TextArea
                        label="Schema"
                        hint="A JSON Schema (2020-12) that published data must match. Empty for any data."
                        pointer="/json_schema"
                        parts
                        mono
                        rows={5}
                        value={schema}
                        onValue={setSchema}
                    />
                    <TextArea
                        label="Example"
                        hint="The data of an event as JSON. Empty for none."
                        pointer="/example"
                        parts
                        mono
                        rows={3}
                        value={example}
                        onValue={setExample}
                    />
                    {save.isSuccess && <p role="status">Saved.</p>}
                </Form>
            </div>
        </section>
    );
}
