import { type ReactNode, useState } from 'react';
import { rememberCsrfToken } from '../api/caller';
import { answer, api } from '../api/client';
import { ApiProblem } from '../api/problem';
import { Button } from '../ui/Button';
import { ProblemNotice } from '../ui/ProblemNotice';

/** The way out where nothing of the console can be relied on, also not what it knows of the session. */
export function LeaveAnyhow({ beside }: { readonly beside: ReactNode }) {
    const [isBusy, setBusy] = useState(false);
    const [problem, setProblem] = useState<unknown>(null);
    const leave = async () => {
        setBusy(true);
        try {
            await signOut();
            window.location.assign('/user/api');
        } catch (failure) {
            setProblem(failure);
            setBusy(false);
        }
    };
    return (
        <>
            <ProblemNotice problem={problem} />
            <div className="row">
                {beside}
                <Button busy={isBusy} onClick={() => void leave()}>
                    Sign out
                </Button>
            </div>
        </>
    );
}

async function signOut(): Promise<void> {
    try {
        const { csrf_token } = await answer(api.GET('/api/v1/session'));
        rememberCsrfToken(csrf_token);
        await answer(api.DELETE('/api/v1/session'));
    } catch (failure) {
        // The session has ended, as wanted.
        if (!(failure instanceof ApiProblem && failure.status === 401)) {
            throw failure;
        }
    }
}
