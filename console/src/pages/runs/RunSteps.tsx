import type { RunStep } from '../../api/types';
import { Json } from '../../ui/Code';
import { Empty } from '../../ui/Loaded';
import { Time } from '../../ui/Text';
import { RunStatus } from './RunStatus';
import { durationOf } from './duration';

interface Props {
    readonly title: string;
    readonly of: readonly RunStep[];
}

/** The steps of a run, or of a try of it, in the order in which they began. */
export function RunSteps({ title, of: steps }: Props) {
    return (
        <section className="stack tight" aria-label={title}>
            <h2>{title}</h2>
            {steps.length === 0 ? (
                <Empty title="No steps have started" />
            ) : (
                <ol className="stack" role="list">
                    {steps.map((step) => (
                        <li key={step.key} className="panel padded">
                            <Step of={step} />
                        </li>
                    ))}
                </ol>
            )}
        </section>
    );
}

function Step({ of: step }: { readonly of: RunStep }) {
    const duration = durationOf(step);
    return (
        <div className="stack tight">
            <div className="row">
                <h3 className="any-text">{step.key}</h3>
                <code className="any-text">{step.type}</code>
                <RunStatus of={step} />
            </div>
            <p className="muted">
                <Time at={step.started_at} />
                {duration !== null && ` · ${duration}`}
                {step.attempts > 0 && ` · ${step.attempts} ${step.attempts === 1 ? 'attempt' : 'attempts'}`}
                {step.next_attempt_at !== null && (
                    <>
                        {' '}
                        · next <Time at={step.next_attempt_at} />
                    </>
                )}
            </p>
            {step.error !== null && <p className="any-text">{step.error}</p>}
            <Folded what="Input" value={step.input} of={step} />
            <Folded what="Output" value={step.output} of={step} />
        </div>
    );
}

interface FoldedProps {
    readonly what: string;
    readonly value: unknown;
    readonly of: RunStep;
}

function Folded({ what, value, of: step }: FoldedProps) {
    if (value === null || value === undefined) {
        return undefined;
    }
    return (
        <details>
            <summary>{what}</summary>
            <div className="indented">
                <Json value={value} label={`${what} of ${step.key}`} />
            </div>
        </details>
    );
}
