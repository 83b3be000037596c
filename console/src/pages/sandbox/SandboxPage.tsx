import { PageFrame } from '../../ui/PageFrame';
import { InstanceChoice } from '../instances/InstanceChoice';
import { MessageTable } from '../messages/MessageTable';
import { ReceiveMessage } from '../messages/ReceiveMessage';
import { SendMessage } from '../messages/SendMessage';
import { AdvanceClock } from './AdvanceClock';

/** The simulated network: both sides of its conversations, and its clock. */
export default function SandboxPage() {
    return (
        <PageFrame title="Sandbox">
            <p className="muted">
                A simulated network that calls nothing outside. A sandbox instance exchanges messages with people that
                you simulate, or with other sandbox instances.
            </p>
            <InstanceChoice only="sandbox">
                {(instance, choice) => (
                    <>
                        <div className="filters">{choice}</div>
                        <ReceiveMessage key={`receive-${instance}`} instanceId={instance} />
                        <SendMessage key={`send-${instance}`} instanceId={instance} />
                        <AdvanceClock instanceId={instance} />
                        <section className="stack tight" aria-labelledby="messages">
                            <h2 id="messages">Messages</h2>
                            <MessageTable instanceId={instance} />
                        </section>
                    </>
                )}
            </InstanceChoice>
        </PageFrame>
    );
}
