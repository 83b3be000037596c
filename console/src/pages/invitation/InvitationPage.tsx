import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { enterWorkspace } from '../../api/caller';
import { answer, api } from '../../api/client';
import type { InvitationSeen } from '../../api/types';
import { useMaybeSession, useSessionChange } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Name } from '../../ui/Text';
import { Join } from './Join';

/** The page of an invitation's link. The part after `#` is the secret, which is sent to the API only. */
export default function InvitationPage() {
    const [token] = useState(() => location.hash.slice(1));
    useEffect(() => {
        // It can be used once, and is not kept in the history of the browser.
        history.replaceState(history.state, '', location.pathname);
    }, []);
    const seen = useQuery({
        queryKey: ['invitation', token],
        queryFn: () => answer(api.POST('/api/v1/invitations/view', { body: { token } })),
        enabled: token !== '',
        staleTime: Infinity,
    });
    return (
        <PageFrame title="Invitation" narrow>
            {token === '' ? (
                <p className="notice warn">The link is incomplete: the part after # is missing. Open the whole link.</p>
            ) : (
                <Loaded query={seen}>{(invitation) => <Invited seen={invitation} token={token} />}</Loaded>
            )}
        </PageFrame>
    );
}

function Invited({ seen, token }: { readonly seen: InvitationSeen; readonly token: string }) {
    const session = useMaybeSession();
    return (
        <>
            <p>
                You are invited to <Name>{seen.workspace.name}</Name> as its {seen.role}.
            </p>
            {session === null ? (
                <Join token={token} email={seen.email} />
            ) : (
                <Accept token={token} email={session.user.email} />
            )}
        </>
    );
}

function Accept({ token, email }: { readonly token: string; readonly email: string }) {
    const { anew } = useSessionChange();
    const [, go] = useLocation();
    const accept = useMutation({
        mutationFn: () => answer(api.POST('/api/v1/invitations/accept', { body: { token } })),
        onSuccess: async ({ id }) => {
            await anew();
            enterWorkspace(id);
            go('/api');
        },
    });
    return (
        <>
            <ProblemNotice problem={accept.error} />
            <div className="row">
                <Button
                    look="primary"
                    busy={accept.isPending}
                    onClick={() => {
                        accept.mutate();
                    }}
                >
                    Accept
                </Button>
                <span className="muted">
                    as <Name>{email}</Name>
                </span>
            </div>
        </>
    );
}
