import { useMay } from '../../shell/session';
import type { Message, MessageExplanation } from '../../api/types';
import { Ago } from '../../ui/Ago';
import { Loaded } from '../../ui/Loaded';
import { InstanceReason } from '../instances/InstanceState';
import { useInstance } from '../instances/calls';
import { Why } from './Why';
import { useExplanation } from './calls';
import { reasonOf, waitsForInstance } from './reasons';

/** Of these it is not plain why. */
const ASKED: readonly Message['status'][] = ['accepted', 'outcome_unknown'];

/** The reason why a message waits or failed, and its remedy. */
export function Explanation({ of: message }: { readonly of: Message }) {
    const { status, error } = message;
    if (status === 'failed' && error !== undefined) {
        return <Why reason={reasonOf(error.code)} tone="bad" code={error.code} detail={error.detail} />;
    }
    return ASKED.includes(status) && <Asked of={message} />;
}

function Asked({ of: message }: { readonly of: Message }) {
    const reads = useMay('instances:read');
    return (
        <Loaded query={useExplanation(message)}>
            {(explained) =>
                waitsForInstance(explained) ? (
                    <>
                        <p className="muted">The message waits until the instance sends again.</p>
                        {reads && <OfInstance id={message.instance_id} />}
                    </>
                ) : (
                    <Waiting {...explained} />
                )
            }
        </Loaded>
    );
}

function OfInstance({ id }: { readonly id: string }) {
    return <Loaded query={useInstance(id)}>{(instance) => <InstanceReason of={instance} />}</Loaded>;
}

function Waiting({ detail, attempts, next_attempt_at: next }: MessageExplanation) {
    const last = attempts[0];
    if (last?.outcome !== 'retry' || last.error === null || next === null) {
        return (
            <p className="muted">
                {detail} {next !== null && <Ago at={next} />}
            </p>
        );
    }
    return (
        <Why reason={reasonOf(last.error)} tone="warn" code={last.error}>
            The message waits. Postrider sends it again <Ago at={next} />; no action is required.
        </Why>
    );
}
