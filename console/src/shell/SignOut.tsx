import { useMutation } from '@tanstack/react-query';
import { answer, api } from '../api/client';
import { Button } from '../ui/Button';
import { ProblemNotice } from '../ui/ProblemNotice';
import { Name } from '../ui/Text';
import { mayLeave } from '../ui/useAskBeforeLeaving';
import { useSession, useSessionChange } from './session';

/** The signed-in user and the sign-out. */
export function SignOut() {
    const { user } = useSession();
    const { over } = useSessionChange();
    const out = useMutation({ mutationFn: () => answer(api.DELETE('/api/v1/session')), onSuccess: over });
    return (
        <div className="leave">
            <ProblemNotice problem={out.error} />
            <Name clip>{user.email}</Name>
            <Button
                small
                busy={out.isPending}
                onClick={() => {
                    if (mayLeave()) {
                        out.mutate();
                    }
                }}
            >
                Sign out
            </Button>
        </div>
    );
}
