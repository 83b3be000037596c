import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAttempts } from '../../api/idempotency';
import { useForget } from '../../api/queries';
import type { MessageCreate } from '../../api/types';
import { Select, TextField } from '../../ui/Field';
import { Form } from '../../ui/Form';
import { ContentFields } from './ContentFields';
import { sendMessage } from './calls';
import { type Draft, type Kind, content, isFile } from './content';
import { FILES, uploadMedia } from './media';
import { nextAfter } from './reasons';

const KINDS: readonly Kind[] = ['text', ...FILES, 'location', 'contacts', 'interactive', 'template', 'reaction'];
const LABELS: Partial<Record<Kind, string>> = { interactive: 'Buttons', contacts: 'Contact' };

/** The recipient of an answer, and the message that is answered if it is a certain one. */
export interface Answered {
    readonly id?: string;
    readonly to: MessageCreate['to'];
}

interface SendMessageProps {
    readonly instanceId: string;
    readonly answers?: Answered;
}

/** Sends a message of any type from an instance, to a number or as an answer. */
export function SendMessage({ instanceId, answers }: SendMessageProps) {
    const [phone, setPhone] = useState('');
    const [kind, setKind] = useState<Kind>('text');
    const [draft, setDraft] = useState<Draft>({});
    const [file, setFile] = useState<File>();
    const attempts = useAttempts();
    const forget = useForget();
    const answered = answers?.id;
    const send = useMutation({
        mutationFn: () =>
            attempts.make([phone, kind, draft, file?.name, file?.lastModified], async ({ key }) => {
                const media = file !== undefined && isFile(kind) ? await uploadMedia(file, `${key}-file`) : undefined;
                const message: MessageCreate = {
                    instance_id: instanceId,
                    to: answers?.to ?? { phone },
                    ...content(kind, draft, answered, media?.id),
                    ...(answered === undefined || kind === 'reaction' ? {} : { reply_to: answered }),
                };
                return sendMessage(message, key);
            }),
        onSuccess: async () => {
            setDraft({});
            setFile(undefined);
            await forget('messages', 'events');
        },
    });
    const next = nextAfter(send.error);
    return (
        <section className="stack tight" aria-labelledby="send">
            <h2 id="send">{answers === undefined ? 'Send a message' : 'Answer'}</h2>
            <div className="panel padded">
                <Form
                    submit="Send"
                    busy={send.isPending}
                    problem={send.error}
                    beside={
                        send.data !== undefined && (
                            <span role="status">
                                Accepted. <Link href={`/api/messages/${send.data.id}`}>View the message</Link>
                            </span>
                        )
                    }
                    onSubmit={() => {
                        send.mutate();
                    }}
                >
                    {next !== undefined && <p className="notice warn">{next}</p>}
                    {answers === undefined && (
                        <TextField
                            label="To"
                            hint="An international number, such as +1 202 555 0100. In the sandbox, numbers from +1 202 555 0100 to 0199 simulate different outcomes."
                            type="tel"
                            pointer="/to"
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
                            setFile(undefined);
                        }}
                        options={KINDS.filter((each) => each !== 'reaction' || answered !== undefined).map((value) => ({
                            value,
                            label: LABELS[value] ?? value.charAt(0).toUpperCase() + value.slice(1),
                        }))}
                    />
                    <ContentFields
                        key={kind}
                        kind={kind}
                        draft={draft}
                        file={file}
                        onValue={(name, value) => {
                            setDraft((before) => ({ ...before, [name]: value }));
                        }}
                        onFile={setFile}
                    />
                </Form>
            </div>
        </section>
    );
}
