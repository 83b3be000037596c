import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RuleExplanation, RuleTest } from '../../api/types';
import { Button } from '../../ui/Button';
import { Json } from '../../ui/Code';
import { Select } from '../../ui/Field';
import { Loaded } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { Badge } from '../../ui/Text';
import { useNewestEvents } from '../events/calls';
import { explainRule, testRule } from './calls';

const SHOWN = 50;

/** The effect of a rule, or of its draft, for one of the newest events. */
export function TryRule({ id }: { readonly id: string }) {
    return (
        <section className="stack tight" aria-labelledby="try">
            <h2 id="try">Try on an event</h2>
            <Loaded query={useNewestEvents(SHOWN)}>
                {(events) => <Tried id={id} events={events.map((event) => [event.id, event.type] as const)} />}
            </Loaded>
        </section>
    );
}

interface Props {
    readonly id: string;
    readonly events: readonly (readonly [id: string, type: string])[];
}

function Tried({ id, events }: Props) {
    const [chosen, setChosen] = useState('');
    const event = chosen === '' ? (events[0]?.[0] ?? '') : chosen;
    const test = useMutation({ mutationFn: () => testRule(id, event) });
    const why = useMutation({ mutationFn: () => explainRule(id, event) });
    return (
        <div className="panel padded stack tight">
            <Select
                label="Event"
                hint="'Test the draft' runs no actions. 'Why did it run, or not?' checks the published version."
                value={event}
                onValue={setChosen}
                options={events.map(([value, type]) => ({ value, label: `${type} · ${value}` }))}
            />
            <div className="row">
                <Button
                    busy={test.isPending}
                    onClick={() => {
                        test.mutate();
                    }}
                >
                    Test the draft
                </Button>
                <Button
                    busy={why.isPending}
                    onClick={() => {
                        why.mutate();
                    }}
                >
                    Why did it run, or not?
                </Button>
            </div>
            <ProblemNotice problem={test.error ?? why.error} />
            <div role="status" className="stack tight">
                {test.data !== undefined && <Steps of={test.data} />}
                {why.data !== undefined && <Checks of={why.data} />}
            </div>
        </div>
    );
}

function Steps({ of: test }: { readonly of: RuleTest }) {
    return (
        <>
            <p className="any-text">{test.matches ? 'The draft would run.' : test.reason}</p>
            {test.steps.map((step) => (
                <Json key={step.key} value={step.error ?? step.input} label={`${step.key}: ${step.type}`} />
            ))}
        </>
    );
}

function Checks({ of: explanation }: { readonly of: RuleExplanation }) {
    return (
        <>
            <ul className="stack tight" role="list">
                {explanation.checks.map(({ check, holds, detail, clauses }) => (
                    <li key={check} className="any-text">
                        <Badge tone={holds ? 'good' : 'bad'}>{check}</Badge> {detail}
                        {clauses?.map((clause) => (
                            <Json
                                key={clause.cel}
                                value={clause.values}
                                label={`${clause.cel}: ${clause.holds ? 'holds' : 'does not hold'}`}
                            />
                        ))}
                    </li>
                ))}
            </ul>
            {explanation.run !== null && (
                <p>
                    Run{' '}
                    <Link href={`/api/runs/${explanation.run.id}`}>
                        <code className="any-text">{explanation.run.id}</code>
                    </Link>
                </p>
            )}
        </>
    );
}
