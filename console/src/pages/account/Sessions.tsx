import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SESSIONS, useSessionChange } from '../../shell/session';
import type { SessionEntry } from '../../api/types';
import { Button } from '../../ui/Button';
import { Loaded } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { type Column, Table } from '../../ui/Table';
import { Badge, Name, Time } from '../../ui/Text';
import { Section } from './Section';
import { browserOf } from './browser';
import { signOutEverywhere, signOutThere, useSessions } from './calls';

const columns: readonly Column<SessionEntry>[] = [
    {
        name: 'Browser',
        shows: (session) => (
            <span className="row" title={session.agent.slice(0, 500)}>
                <Name clip>{browserOf(session.agent)}</Name>
                {session.current && <Badge tone="good">Current session</Badge>}
            </span>
        ),
    },
    { name: 'Signed in', shows: (session) => <Time at={session.started_at} /> },
    { name: 'Last active', shows: (session) => <Time at={session.last_active_at} /> },
    { name: 'Expires', shows: (session) => <Time at={session.ends_at} /> },
    { name: 'End', shows: (session) => (session.current ? null : <SignOutThere session={session} />) },
];

/** The user's sessions, with buttons that end one or all of them. */
export function Sessions() {
    const sessions = useSessions();
    const { over } = useSessionChange();
    const out = useMutation({ mutationFn: signOutEverywhere, onSuccess: over });
    return (
        <Section title="Sessions">
            <Loaded query={sessions}>
                {(all) => <Table label="Sessions" columns={columns} rows={all} id={(one) => one.id} />}
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

function SignOutThere({ session }: { readonly session: SessionEntry }) {
    const client = useQueryClient();
    const out = useMutation({
        mutationFn: () => signOutThere(session.id),
        onSuccess: () => client.invalidateQueries({ queryKey: SESSIONS }),
    });
    return (
        <>
            <ProblemNotice problem={out.error} />
            <Button
                small
                busy={out.isPending}
                aria-label={`Sign out of ${browserOf(session.agent)}, signed in ${session.started_at}`}
                onClick={() => {
                    out.mutate();
                }}
            >
                Sign out
            </Button>
        </>
    );
}
