import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { MessageCreate } from '../../api/types';
import { Select, TextArea, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { sendMessage } from './calls';

const FILES = ['image', 'video', 'audio', 'document', 'sticker'] as const;
const CAPTIONED: readonly string[] = ['image', 'video', 'document'];

type File = (typeof FILES)[number];
type Kind = 'text' | File;

const KINDS = ['text', ...FILES].map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

/** The recipient of an answer, and the message that is answered if it is a certain one. */
export interface Answered {
    readonly id?: string;
    readonly to: MessageCreate['to'];
}

interface SendMessageProps {
    readonly instanceId: string;
    readonly answers?: Answered;
}

/** Sends a text or a file from an instance, to a number or as an answer. */
export function SendMessage({ instanceId, answers }: SendMessageProps) {
    const [phone, setPhone] = useState('');
    const [kind, setKind] = useState<Kind>('text');
    const [body, setBody] = useState('');
    const [link, setLink] = useState('');
    const attempts = useAttempts();
    const forget = useForget();
    const send = useMutation({
        mutationFn: () => {
            const message: MessageCreate = {
                instance_id: instanceId,
                to: answers?.to ?? { phone },
                ...content(kind, body, link),
                ...(answers?.id === undefined ? {} : { reply_to: answers.id }),
            };
            return attempts.make(message, ({ key }) => sendMessage(message, key));
        },
        onSuccess: async () => {
            setBody('');
            setLink('');
            await forget('messages', 'events');
        },
    });
    const title = answers === undefined ? 'Send a message' : 'Answer';
    return (
        <section className="stack tight" aria-labelledby="send">
            <h2 id="send">{title}</h2>
            <div className="panel padded">
                <Form
                    submit="Send"
                    busy={send.isPending}
                    problem={send.error}
                    onSubmit={() => {
                        send.mutate();
                    }}
                >
                    {answers === undefined && (
                        <TextField
                            label="To"
                            hint="An international number, as +1 202 555 0100. The numbers +1 202 555 01xx of the sandbox have outcomes of their own."
                            type="tel"
                            pointer="/to/phone"
                            value={phone}
                            onValue={setPhone}
                        />
                    )}
                    <Select
                        label="Type"
                        pointer="/type"
                        value={kind}
                        onValue={(value) => {
                            setKind(value as Kind);
                        }}
                        options={KINDS}
                    />
                    {kind !== 'text' && (
                        <TextField
                            label="Link"
                            hint="The address of the file, which the provider fetches."
                            type="url"
                            pointer={`/${kind}/link`}
                            value={link}
                            onValue={setLink}
                        />
                    )}
                    {kind === 'text' && <TextArea label="Text" pointer="/text/body" value={body} onValue={setBody} />}
                    {CAPTIONED.includes(kind) && (
                        <TextField label="Caption" pointer={`/${kind}/caption`} value={body} onValue={setBody} />
                    )}
                </Form>
            </div>
        </section>
    );
}

function content(kind: Kind, body: string, link: string): Pick<MessageCreate, 'type' | Kind> {
    if (kind === 'text') {
        return { type: kind, text: { body } };
    }
    const caption = CAPTIONED.includes(kind) && body !== '' ? { caption: body } : {};
    return { type: kind, [kind]: { link, ...caption } };
}
