import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useForget } from '../../api/queries';
import type { Message, MessageCreate } from '../../api/types';
import { useMay } from '../../shell/session';
import { Ago } from '../../ui/Ago';
import { Button } from '../../ui/Button';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { type Column, Table } from '../../ui/Table';
import { Facts, Name } from '../../ui/Text';
import { Explanation } from './Explanation';
import { MessageFile } from './MessageFile';
import { MessageStatus, directionOf, otherSide, saidBy } from './MessageStatus';
import { SendMessage } from './SendMessage';
import { cancelMessage, markRead, useMessage } from './calls';
import { reasonOf } from './reasons';

type Receipt = Message['receipts'][number];

const columns: readonly Column<Receipt>[] = [
    { name: 'Status', shows: (receipt) => <span className="whole">{receipt.status.replaceAll('_', ' ')}</span> },
    { name: 'At', shows: (receipt) => <Ago at={receipt.at} /> },
    {
        name: 'Error',
        shows: (receipt) => (receipt.error === undefined ? '' : reasonOf(receipt.error.code).what),
    },
];

/** One message, with every receipt. */
export default function MessagePage() {
    const { id } = useParams<{ id: string }>();
    const query = useMessage(id);
    const may = useMay('messages:send');
    return (
        <PageFrame
            title="Message"
            within={{ href: '/api/messages', title: 'Messages' }}
            actions={query.data !== undefined && may ? <Actions of={query.data} /> : undefined}
        >
            <Loaded query={query}>
                {(message) => (
                    <>
                        <Explanation of={message} />
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['Status', <MessageStatus key="status" of={message} />],
                                    ['ID', <code key="id">{message.id}</code>],
                                    [
                                        'Instance',
                                        <Link key="instance" href={`/api/instances/${message.instance_id}`}>
                                            {message.instance_id}
                                        </Link>,
                                    ],
                                    ['Direction', directionOf(message)],
                                    [
                                        'Contact',
                                        message.contact_id === null ? (
                                            'None'
                                        ) : (
                                            <Link key="contact" href={`/api/contacts/${message.contact_id}`}>
                                                {message.contact_id}
                                            </Link>
                                        ),
                                    ],
                                    ['Phone number or group', <Name key="other">{otherSide(message)}</Name>],
                                    ['Text', <Name key="text">{saidBy(message)}</Name>],
                                    ...answered(message),
                                    ['Provider id', <Name key="provider">{message.provider_id ?? 'None'}</Name>],
                                    ['Created', <Ago key="created" at={message.created_at} />],
                                ]}
                            />
                        </div>
                        <MessageFile of={message} />
                        {message.receipts.length > 0 && (
                            <section className="stack tight" aria-labelledby="receipts">
                                <h2 id="receipts">Receipts</h2>
                                <Table
                                    label="Receipts"
                                    columns={columns}
                                    rows={message.receipts}
                                    id={(receipt) => receipt.status}
                                />
                            </section>
                        )}
                        {may && message.from !== undefined && (
                            <SendMessage
                                instanceId={message.instance_id}
                                answers={{ id: message.id, to: addressOf(message.from) }}
                            />
                        )}
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}

/** The message that this one answers or reacts to, where it is known by its id here. */
function answered({ reply_to: answers, reaction }: Message): [string, ReactNode][] {
    const id = answers ?? reaction?.message_id;
    if (id?.startsWith('msg_') !== true) {
        return [];
    }
    return [
        [
            reaction === undefined ? 'Answers' : 'Reacts to',
            <Link key="answered" href={`/api/messages/${id}`}>
                {id}
            </Link>,
        ],
    ];
}

/** The number goes first; a person without one has an id. */
function addressOf({ phone, user_id }: NonNullable<Message['from']>): MessageCreate['to'] {
    return phone === undefined ? { user_id: user_id ?? '' } : { phone };
}

function Actions({ of: message }: { readonly of: Message }) {
    if (message.status === 'accepted') {
        return <Action name="Cancel" acts={() => cancelMessage(message.id)} />;
    }
    return message.status === 'received' ? <Action name="Mark as read" acts={() => markRead(message.id)} /> : undefined;
}

function Action({ name, acts }: { readonly name: string; readonly acts: () => Promise<Message> }) {
    const forget = useForget();
    const act = useMutation({ mutationFn: acts, onSuccess: () => forget('messages', 'events') });
    return (
        <>
            <ProblemNotice problem={act.error} />
            <Button
                busy={act.isPending}
                onClick={() => {
                    act.mutate();
                }}
            >
                {name}
            </Button>
        </>
    );
}
