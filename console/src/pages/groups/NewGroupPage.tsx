import { type ReactNode, useState } from 'react';
import { useCreation } from '../../shell/creation';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { PageFrame } from '../../ui/PageFrame';
import { InstanceChoice } from '../instances/InstanceChoice';
import { createGroup } from './calls';

/** Adds a group. */
export default function NewGroupPage() {
    return (
        <PageFrame title="Add a group" within={{ href: '/api/groups', title: 'Groups' }} narrow>
            <InstanceChoice>{(instance, choice) => <GroupForm instance={instance} choice={choice} />}</InstanceChoice>
        </PageFrame>
    );
}

function GroupForm({ instance, choice }: { readonly instance: string; readonly choice: ReactNode }) {
    const [subject, setSubject] = useState('');
    const [participants, setParticipants] = useState('');
    const make = useCreation('groups', createGroup);
    return (
        <Form
            submit="Add group"
            busy={make.isPending}
            problem={make.error}
            onSubmit={() => {
                make.mutate({
                    instance_id: instance,
                    subject,
                    participants: participants
                        .split(',')
                        .map((each) => each.trim())
                        .filter((each) => each !== ''),
                });
            }}
        >
            {choice}
            <TextField
                label="Name"
                hint="WhatsApp shows this name."
                pointer="/subject"
                value={subject}
                onValue={setSubject}
            />
            <TextField
                label="Participants"
                hint="Up to eight phone numbers or IDs of contacts, separated by commas."
                pointer="/participants"
                value={participants}
                onValue={setParticipants}
            />
        </Form>
    );
}
