import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../../api/client';
import { useForget } from '../../api/queries';
import { TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';

const SECONDS = 3_600;

/** Moves the clock of the simulated network of an instance. */
export function AdvanceClock({ instanceId }: { readonly instanceId: string }) {
    const [hours, setHours] = useState('25');
    const forget = useForget();
    const advance = useMutation({
        mutationFn: () =>
            answer(
                api.POST('/api/v1/sandbox/advance', {
                    body: { instance_id: instanceId, seconds: Math.round(Number(hours) * SECONDS) },
                }),
            ),
        onSuccess: () => forget('instances', 'messages'),
    });
    const ahead = advance.data?.config['clock_ahead_seconds'];
    return (
        <section className="stack tight" aria-labelledby="clock">
            <h2 id="clock">Clock</h2>
            <div className="panel padded">
                <Form
                    submit="Advance"
                    busy={advance.isPending}
                    problem={advance.error}
                    onSubmit={() => {
                        advance.mutate();
                    }}
                >
                    <TextField
                        label="Hours"
                        hint="Moves the clock of the simulated network forward: receipts that are then due arrive, and 24-hour windows close."
                        inputMode="decimal"
                        pointer="/seconds"
                        value={hours}
                        onValue={setHours}
                    />
                    {ahead !== undefined && <p role="status">{Number(ahead) / SECONDS} hours ahead.</p>}
                </Form>
            </div>
        </section>
    );
}
