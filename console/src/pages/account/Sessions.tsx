import { useMutation } from '@tanstack/react-query';
import { useSessionChange } from '../../shell/session';
import type { SessionEntry } from '../../api/types';
import { Button } from '../../ui/Button';
import { Loaded } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { type Column, Table } from '../../ui/Table';
import { Badge, Name, Time } from '../../ui/Text';
import { Section } from './Section';
import { signOutEverywhere, useSessions } from './calls';

const columns: readonly Column<SessionEntry>[] = [
    {
        name: 'Browser',
        shows: (session) => (
            <>
                <Name clip>{session.agent}</Name>
                {session.current && <Badge tone="good">This one</Badge>}
            </>
        ),
    },
    { name: 'Signed in', shows: (session) => <Time at={session.started_at} /> },
    { name: 'Last active', shows: (session) => <Time at={session.last_active_at} /> },
    { name: 'Until', shows: (session) => <Time at={session.ends_at} /> },
];

/** Where the person is signed in, and a way to end all of that. */
export function Sessions() {
    const sessions = useSessions();
    const { over } = useSessionChange();
    const out = useMutation({ mutationFn: signOutEverywhere, onSuccess: over });
    return (
        <Section title="Where you are signed in">
            <Loaded query={sessions}>
                {(all) => (
                    <Table
                        label="Sessions"
                        columns={columns}
                        rows={all}
                        id={(one) => `${one.started_at} ${one.agent}`}
                    />
                )}
            </Loaded>
            <ProblemNotice problem={out.error} />
            <div>
                <Button
                    look="danger"
                    busy={out.isPending}
                    onClick={() => {
                        out.mutate();
                    }}
                >
                    Sign out everywhere
                </Button>
            </div>
        </Section>
    );
}
