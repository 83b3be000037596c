import { useMutation } from '@tanstack/react-query';
import { useForget } from '../../api/queries';
import type { Run } from '../../api/types';
import { Button } from '../../ui/Button';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { cancelRun, isOpen, retryRun } from './calls';

/** Of these, steps are left that did not succeed. */
const UNFINISHED: readonly Run['status'][] = ['failed', 'canceled'];

/** Stops a run, or makes it go on. */
export function RunActions({ of: run }: { readonly of: Run }) {
    const forget = useForget();
    const act = useMutation({
        mutationFn: (work: () => Promise<Run>) => work(),
        // After a refusal too: the run may have ended meanwhile.
        onSettled: () => forget('runs', 'events'),
    });
    const button = (title: string, work: () => Promise<Run>) => (
        <Button
            busy={act.isPending}
            onClick={() => {
                act.mutate(work);
            }}
        >
            {title}
        </Button>
    );
    const isUnfinished = UNFINISHED.includes(run.status);
    return (
        <>
            <ProblemNotice problem={act.error} />
            {isOpen(run) && button('Stop', () => cancelRun(run.id))}
            {isUnfinished && button('Retry from the failed step', () => retryRun(run.id, 'failed_step', 'same'))}
            {(isUnfinished || run.status === 'succeeded') && (
                <>
                    {button('Retry from the start', () => retryRun(run.id, 'start', 'same'))}
                    {button('Retry with the active version', () => retryRun(run.id, 'start', 'active'))}
                </>
            )}
        </>
    );
}
