import { useMutation } from '@tanstack/react-query';
import { useForget } from '../../api/queries';
import type { Rule } from '../../api/types';
import { DeleteAction } from '../../shell/DeleteAction';
import { Button } from '../../ui/Button';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Name } from '../../ui/Text';
import { deleteRule, switchRule } from './calls';

/** The actions on a rule, besides changing it. */
export function RuleActions({ of: rule }: { readonly of: Rule }) {
    const forget = useForget();
    const isPaused = rule.state === 'paused';
    const turn = useMutation({
        mutationFn: () => switchRule(rule.id, isPaused),
        onSuccess: () => forget('rules', 'events'),
    });
    return (
        <>
            <ProblemNotice problem={turn.error} />
            {rule.published !== null && (
                <Button
                    busy={turn.isPending}
                    onClick={() => {
                        turn.mutate();
                    }}
                >
                    {isPaused ? 'Resume' : 'Pause'}
                </Button>
            )}
            <DeleteAction title="Delete rule" id={rule.id} kind="rules" remove={() => deleteRule(rule)}>
                <p>
                    No event starts <Name>{rule.name}</Name> any more. Postrider keeps the list of its runs. Runs that
                    have not ended fail.
                </p>
            </DeleteAction>
        </>
    );
}
