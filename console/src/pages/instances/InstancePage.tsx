import { useParams } from 'wouter';
import { useMay } from '../../shell/session';
import { Code } from '../../ui/Code';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name, Time } from '../../ui/Text';
import { MessageTable } from '../messages/MessageTable';
import { ReceiveMessage } from '../messages/ReceiveMessage';
import { SendMessage } from '../messages/SendMessage';
import { InstanceActions } from './InstanceActions';
import { InstanceState } from './InstanceState';
import { useInstance } from './calls';

/** One instance: its state, a form that sends, and its messages. */
export default function InstancePage() {
    const { id } = useParams<{ id: string }>();
    const query = useInstance(id);
    const may = useMay('instances:write');
    const sends = useMay('messages:send');
    const reads = useMay('messages:read');
    return (
        <PageFrame
            title={query.data?.name ?? 'Instance'}
            within={{ href: '/api/instances', title: 'Instances' }}
            actions={query.data !== undefined && may ? <InstanceActions of={query.data} /> : undefined}
        >
            <Loaded query={query}>
                {(instance) => (
                    <>
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['State', <InstanceState key="state" of={instance} />],
                                    ['Since', <Time key="since" at={instance.state_since} />],
                                    ['Id', <code key="id">{instance.id}</code>],
                                    ['Provider', <Name key="provider">{instance.provider}</Name>],
                                    ['Number', <Name key="number">{instance.config.phone_number ?? 'None'}</Name>],
                                    ['Created', <Time key="created" at={instance.created_at} />],
                                ]}
                            />
                        </div>
                        <Code text={instance.callback_url} label="Callback URL of the provider" wrapped />
                        {sends && <SendMessage instanceId={instance.id} />}
                        {may && instance.provider === 'sandbox' && <ReceiveMessage instanceId={instance.id} />}
                        {reads && (
                            <section className="stack tight" aria-labelledby="messages">
                                <h2 id="messages">Messages</h2>
                                <MessageTable instanceId={instance.id} />
                            </section>
                        )}
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}
