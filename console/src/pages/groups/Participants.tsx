import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useForget } from '../../api/queries';
import type { Group } from '../../api/types';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { Empty } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { type Column, Table } from '../../ui/Table';
import { addParticipant, removeParticipant } from './calls';

type Participant = Group['participants'][number];

/** The participants of a group, and a form that adds one. */
export function Participants({ of: group, may }: { readonly of: Group; readonly may: boolean }) {
    const [participant, setParticipant] = useState('');
    const forget = useForget();
    const add = useMutation({
        mutationFn: () => addParticipant(group.id, participant),
        onSuccess: async () => {
            setParticipant('');
            await forget('groups', 'events');
        },
    });
    const remove = useMutation({
        mutationFn: (contact: string) => removeParticipant(group.id, contact),
        onSuccess: () => forget('groups', 'events'),
    });
    const columns: Column<Participant>[] = [
        {
            name: 'Contact',
            shows: ({ contact_id: id }) => <Link href={`/api/contacts/${id}`}>{id}</Link>,
        },
        { name: 'State', shows: ({ state }) => state },
        {
            name: 'Actions',
            shows: ({ contact_id: id, state }) =>
                may && state === 'member' ? (
                    <Button
                        small
                        busy={remove.isPending && remove.variables === id}
                        onClick={() => {
                            remove.mutate(id);
                        }}
                    >
                        Remove
                    </Button>
                ) : (
                    ''
                ),
        },
    ];
    return (
        <section className="stack tight" aria-labelledby="participants">
            <h2 id="participants">Participants</h2>
            <ProblemNotice problem={remove.error} />
            {group.participants.length === 0 ? (
                <Empty title="No participants yet" />
            ) : (
                <Table
                    label="Participants"
                    columns={columns}
                    rows={group.participants}
                    id={({ contact_id: id }) => id}
                />
            )}
            {may && group.state !== 'failed' && (
                <div className="panel padded">
                    <Form
                        submit="Add participant"
                        busy={add.isPending}
                        problem={add.error}
                        onSubmit={() => {
                            add.mutate();
                        }}
                    >
                        <TextField
                            label="Phone number or contact"
                            pointer="/participants/0"
                            value={participant}
                            onValue={setParticipant}
                        />
                    </Form>
                </div>
            )}
        </section>
    );
}
