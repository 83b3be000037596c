import type { RunStep } from '../../api/types';
import { Json } from '../../ui/Code';
import { Empty } from '../../ui/Loaded';
import { Time } from '../../ui/Text';
import { RunStatus } from './RunStatus';
import { durationOf } from './duration';

/** The steps of a run in the order in which they began. */
export function RunSteps({ of: steps }: { readonly of: readonly RunStep[] }) {
    return (
        <section className="stack tight" aria-labelledby="steps">
            <h2 id="steps">Steps</h2>
            {steps.length === 0 ? (
                <Empty title="No step has begun" />
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
