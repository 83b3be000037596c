import { Link } from 'wouter';
import type { Contact, Message } from '../../api/types';
import { useMay } from '../../shell/session';
import { Ago } from '../../ui/Ago';
import { Empty, Loaded } from '../../ui/Loaded';
import { Name } from '../../ui/Text';
import { useInstances } from '../instances/calls';
import { MessageFile } from '../messages/MessageFile';
import { MessageStatus, saidBy } from '../messages/MessageStatus';
import { SendMessage } from '../messages/SendMessage';
import { useConversation } from '../messages/calls';

/** The messages that were exchanged with a contact, the newest last, and a form that sends another one. */
export function Conversation({ with: contact }: { readonly with: Contact }) {
    const query = useConversation(contact.id);
    const instances = useInstances();
    const sends = useMay('messages:send');
    const instance = query.data?.at(-1)?.instance_id ?? instances.data?.pages[0]?.data[0]?.id;
    return (
        <>
            <section className="stack tight" aria-labelledby="conversation">
                <h2 id="conversation">Conversation</h2>
                <Loaded query={query}>
                    {(messages) =>
                        messages.length === 0 ? (
                            <Empty title="No messages yet" />
                        ) : (
                            <ol className="conversation" aria-label="Messages">
                                {messages.map((message) => (
                                    <Said key={message.id} message={message} />
                                ))}
                            </ol>
                        )
                    }
                </Loaded>
            </section>
            {sends && instance !== undefined && contact.opt_out_category !== 'all' && !contact.blocked && (
                <SendMessage instanceId={instance} answers={{ to: { contact_id: contact.id } }} />
            )}
        </>
    );
}

function Said({ message }: { readonly message: Message }) {
    return (
        <li className={message.direction}>
            <Link href={`/api/messages/${message.id}`}>
                <Name>{saidBy(message)}</Name>
            </Link>
            <MessageFile of={message} />
            <span className="row muted">
                <Ago at={message.created_at} />
                {message.direction === 'outbound' && <MessageStatus of={message} />}
            </span>
        </li>
    );
}
