import { useMutation } from '@tanstack/react-query';
import { useForget } from '../../api/queries';
import type { Instance } from '../../api/types';
import { DeleteAction } from '../../shell/DeleteAction';
import { Button } from '../../ui/Button';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Name } from '../../ui/Text';
import { type InstanceAction, actOnInstance, deleteInstance } from './calls';

const LABELS: Record<InstanceAction, string> = {
    connect: 'Connect',
    pause: 'Pause',
    resume: 'Resume',
    restart: 'Restart',
    logout: 'Log out',
};

/** The actions that change something in a state. */
function actionsIn(state: Instance['state']): readonly InstanceAction[] {
    switch (state) {
        case 'created':
        case 'failed':
        case 'logged_out':
            return ['connect'];
        case 'paused':
            return ['resume', 'logout'];
        default:
            return ['pause', 'restart', 'logout'];
    }
}

/** The actions on an instance. */
export function InstanceActions({ of: instance }: { readonly of: Instance }) {
    const forget = useForget();
    const act = useMutation({
        mutationFn: (action: InstanceAction) => actOnInstance(instance.id, action),
        onSuccess: () => forget('instances', 'events'),
    });
    return (
        <>
            <ProblemNotice problem={act.error} />
            {actionsIn(instance.state).map((action) => (
                <Button
                    key={action}
                    busy={act.isPending && act.variables === action}
                    onClick={() => {
                        act.mutate(action);
                    }}
                >
                    {LABELS[action]}
                </Button>
            ))}
            <DeleteAction title="Delete instance" id={instance.id} kind="instances" remove={deleteInstance}>
                <p>
                    Waiting messages of <Name>{instance.name}</Name> are not sent.
                </p>
            </DeleteAction>
        </>
    );
}
