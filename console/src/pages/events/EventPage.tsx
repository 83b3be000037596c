import { useParams } from 'wouter';
import { Json } from '../../ui/Code';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Time } from '../../ui/Text';
import { EventChain } from './EventChain';
import { Actor } from './EventTable';
import { useEvent } from './calls';

/** One event, as the log has it. */
export default function EventPage() {
    const { id } = useParams<{ id: string }>();
    const query = useEvent(id);
    return (
        <PageFrame title={query.data?.type ?? 'Event'} within={{ href: '/api/events', title: 'Events' }}>
            <Loaded query={query}>
                {(event) => (
                    <>
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['ID', <code key="id">{event.id}</code>],
                                    ['Time', <Time key="at" at={event.timestamp} />],
                                    ['Actor', <Actor key="actor" of={event} />],
                                    ['Version of the resource', event.sequence],
                                    ['Command ID', <code key="causation">{event.causation_id ?? 'None'}</code>],
                                    ['Request ID', <code key="correlation">{event.correlation_id ?? 'None'}</code>],
                                ]}
                            />
                        </div>
                        <EventChain of={event} />
                        <Json value={event} label="Event" />
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}
