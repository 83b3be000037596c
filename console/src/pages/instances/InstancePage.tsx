import { useParams } from 'wouter';
import type { Instance } from '../../api/types';
import { useMay } from '../../shell/session';
import { Ago } from '../../ui/Ago';
import { Code } from '../../ui/Code';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name } from '../../ui/Text';
import { MessageTable } from '../messages/MessageTable';
import { ReceiveMessage } from '../messages/ReceiveMessage';
import { SendMessage } from '../messages/SendMessage';
import { InstanceActions } from './InstanceActions';
import { InstanceNotices } from './InstanceNotices';
import { InstanceSecrets } from './InstanceSecrets';
import { InstanceReason, InstanceState, providerOf } from './InstanceState';
import { OptOutWords } from './OptOutWords';
import { useInstance } from './calls';

/** One instance: its state, a form that sends, and its messages. */
export default function InstancePage() {
    const { id } = useParams<{ id: string }>();
    const query = useInstance(id);
    const may = useMay('instances:write');
    const sends = useMay('messages:send');
    const reads = useMay('messages:read');
    const told = useMay('events:read') && reads;
    return (
        <PageFrame
            title={query.data?.name ?? 'Instance'}
            within={{ href: '/api/instances', title: 'Instances' }}
            actions={query.data !== undefined && may ? <InstanceActions of={query.data} /> : undefined}
        >
            <Loaded query={query}>
                {(instance) => (
                    <>
                        <InstanceReason of={instance} />
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['State', <InstanceState key="state" of={instance} />],
                                    ['Since', <Ago key="since" at={instance.state_since} />],
                                    ['ID', <code key="id">{instance.id}</code>],
                                    ['Provider', providerOf(instance)],
                                    ['Number', <Name key="number">{instance.config.phone_number ?? 'None'}</Name>],
                                    ['Created', <Ago key="created" at={instance.created_at} />],
                                ]}
                            />
                        </div>
                        <Code text={instance.callback_url} label="Callback URL of the provider" wrapped />
                        {told && <InstanceNotices of={instance.id} />}
                        {waits(instance) && may && <InstanceSecrets of={instance} />}
                        {sends && <SendMessage instanceId={instance.id} />}
                        {may && instance.provider === 'sandbox' && <ReceiveMessage instanceId={instance.id} />}
                        {may && <OptOutWords key={instance.version} of={instance} />}
                        {reads && (
                            <section className="stack tight" aria-labelledby="messages">
                                <h2 id="messages">Messages</h2>
                                <MessageTable instanceId={instance.id} />
                            </section>
                        )}
                        {!waits(instance) && may && <InstanceSecrets of={instance} />}
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}

/** Whether new secrets may release waiting messages. */
function waits({ state }: Instance): boolean {
    return state === 'paused' || state === 'failed' || state === 'logged_out';
}
