import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { MessageCreate } from '../../api/types';
import { TextArea, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { sendMessage } from './calls';

/** Sends a text from an instance. */
export function SendMessage({ instanceId }: { readonly instanceId: string }) {
    const [phone, setPhone] = useState('');
    const [body, setBody] = useState('');
    const attempts = useAttempts();
    const forget = useForget();
    const send = useMutation({
        mutationFn: () => {
            const message: MessageCreate = {
                instance_id: instanceId,
                to: { phone },
                type: 'text',
                text: { body },
            };
            return attempts.make(message, ({ key }) => sendMessage(message, key));
        },
        onSuccess: async () => {
            setBody('');
            await forget('messages', 'events');
        },
    });
    return (
        <section className="stack tight" aria-labelledby="send">
            <h2 id="send">Send a message</h2>
            <div className="panel padded">
                <Form
                    submit="Send"
                    busy={send.isPending}
                    problem={send.error}
                    onSubmit={() => {
                        send.mutate();
                    }}
                >
                    <TextField
                        label="To"
                        hint="An international number, as +1 202 555 0100. The numbers +1 202 555 01xx of the sandbox have outcomes of their own."
                        type="tel"
                        pointer="/to/phone"
                        value={phone}
                        onValue={setPhone}
                    />
                    <TextArea label="Text" pointer="/text/body" value={body} onValue={setBody} />
                </Form>
            </div>
        </section>
    );
}
