import { useMutation } from '@tanstack/react-query';
import { useForget } from '../../api/queries';
import type { Invitation } from '../../api/types';
import { Button } from '../../ui/Button';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { takeBack } from './calls';

interface Props {
    readonly workspaceId: string;
    readonly invitation: Invitation;
}

/** Revokes an invitation. */
export function TakeBack({ workspaceId, invitation }: Props) {
    const forget = useForget();
    const back = useMutation({
        mutationFn: () => takeBack(workspaceId, invitation.id),
        onSuccess: () => forget('invitations', 'events'),
    });
    return (
        <>
            <ProblemNotice problem={back.error} />
            <Button
                small
                look="danger"
                busy={back.isPending}
                aria-label={`Revoke the invitation of ${invitation.email}`}
                onClick={() => {
                    back.mutate();
                }}
            >
                Revoke
            </Button>
        </>
    );
}
