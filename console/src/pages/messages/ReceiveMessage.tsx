import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForget } from '../../api/queries';
import { TextArea, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { receiveMessage } from './calls';

/** Simulates a message to an instance of the sandbox. */
export function ReceiveMessage({ instanceId }: { readonly instanceId: string }) {
    const [phone, setPhone] = useState('+1 202 555 0100');
    const [body, setBody] = useState('');
    const forget = useForget();
    const receive = useMutation({
        mutationFn: () => receiveMessage({ instance_id: instanceId, from: { phone }, type: 'text', text: { body } }),
        onSuccess: async () => {
            setBody('');
            await forget('messages', 'events');
        },
    });
    return (
        <section className="stack tight" aria-labelledby="receive">
            <h2 id="receive">Simulate an incoming message</h2>
            <div className="panel padded">
                <Form
                    submit="Receive"
                    busy={receive.isPending}
                    problem={receive.error}
                    onSubmit={() => {
                        receive.mutate();
                    }}
                >
                    <TextField label="From" type="tel" pointer="/from/phone" value={phone} onValue={setPhone} />
                    <TextArea label="Message" pointer="/text/body" value={body} onValue={setBody} />
                </Form>
            </div>
        </section>
    );
}
