import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import { TextArea } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { triggerRule } from './calls';
import { parsed } from './draft';

/** Starts a run of the active version, as an event would. */
export function RunNow({ id }: { readonly id: string }) {
    const [data, setData] = useState('{}');
    const attempts = useAttempts();
    const forget = useForget();
    const start = useMutation({
        mutationFn: () =>
            attempts.make(data, ({ key }) => triggerRule(id, parsed(data, '/data') as Record<string, unknown>, key)),
        onSuccess: () => forget('runs', 'events'),
    });
    return (
        <section className="stack tight" aria-labelledby="run-now">
            <h2 id="run-now">Run now</h2>
            <div className="panel padded">
                <Form
                    submit="Run"
                    busy={start.isPending}
                    problem={start.error}
                    onSubmit={() => {
                        start.mutate();
                    }}
                    beside={
                        <span role="status" className="any-text">
                            {start.data !== undefined && (
                                <>
                                    Started as <Link href={`/api/runs/${start.data.id}`}>{start.data.id}</Link>.
                                </>
                            )}
                        </span>
                    }
                >
                    <TextArea
                        label="Data"
                        hint="A JSON object, which the run reads as event.data. The run ignores the trigger, the filter and the limits of the rule."
                        pointer="/data"
                        parts
                        mono
                        value={data}
                        onValue={setData}
                    />
                </Form>
            </div>
        </section>
    );
}
