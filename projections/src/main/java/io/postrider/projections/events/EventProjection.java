package io.postrider.projections.events;

import io.postrider.domain.runs.RunEvent;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.schemas.Cause;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Numbers each workspace's events in the order in which this node learned of them. The order of ids would not do: ids
 * are made before the log settles, so a reader that goes on after one could miss an older one that comes later.
 */
final class EventProjection implements Projection {

    private static final int IN_ORDER = 0x20;
    private static final int NUMBER_OF = 0x21;
    private static final int COUNT = 0x22;
    private static final int CAUSED = 0x2a;
    private static final int CREATED = 0x2b;
    private static final int IN_GROUP = 0x2c;

    private static final byte[] NOTHING = {};

    private final TopicEventCodec events;

    EventProjection(SchemaIds ids) {
        this.events =
                new TopicEventCodec(ids)
                        .with(Topics.CLICKS.name(), EventCodec.clicks(ids))
                        .with(Topics.LISTINGS.name(), EventCodec.listings(ids))
                        .with(Topics.PUBLISHED.name(), EventCodec.published(ids));
    }

    static byte[] inOrder(String workspace) {
        return ProjectionKey.table(IN_ORDER).id(workspace).bytes();
    }

    static byte[] inOrder(String workspace, long number) {
        return ProjectionKey.table(IN_ORDER).id(workspace).number(number).bytes();
    }

    static byte[] numberOf(String workspace, String event) {
        return ProjectionKey.table(NUMBER_OF).id(workspace).id(event).bytes();
    }

    static byte[] count(String workspace) {
        return ProjectionKey.table(COUNT).id(workspace).bytes();
    }

    /** The events caused by the runs for an event, without those of the runs themselves, which are queried as runs. */
    static byte[] caused(String workspace, String event) {
        return ProjectionKey.table(CAUSED).id(workspace).id(event).bytes();
    }

    private static byte[] caused(String workspace, String event, long number) {
        return ProjectionKey.table(CAUSED).id(workspace).id(event).number(number).bytes();
    }

    /** The number of the event by which a run created a resource. */
    static byte[] created(String workspace, String resource) {
        return ProjectionKey.table(CREATED).id(workspace).id(resource).bytes();
    }

    /** The numbers of the events of a group, see {@link EventReader#groups(EventRecord)}. */
    static byte[] inGroup(String workspace, String group) {
        return ProjectionKey.table(IN_GROUP).id(workspace).id(group).bytes();
    }

    static byte[] inGroup(String workspace, String group, long number) {
        return ProjectionKey.table(IN_GROUP).id(workspace).id(group).number(number).bytes();
    }

    /** The entry stored by {@link #apply}. */
    EventRecord decode(byte[] stored) {
        return events.decode(stored);
    }

    @Override
    public String layout() {
        return "events-2";
    }

    @Override
    public Set<Topic> topics() {
        Set<Topic> topics = new LinkedHashSet<>();
        for (Context context : Context.ofWorkspaces()) {
            topics.add(context.events());
        }
        topics.add(Topics.CLICKS);
        topics.add(Topics.LISTINGS);
        topics.add(Topics.PUBLISHED);
        return topics;
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        events.read(record)
                .filter(EventProjection::isKnown)
                .ifPresent(event -> add(event, record, batch));
    }

    private static boolean isKnown(EventRecord event) {
        return event.payload() != null;
    }

    private static void add(
            EventRecord event, ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        EventHeader header = event.header();
        byte[] known = numberOf(header.workspace(), header.id());
        if (batch.get(known) != null) {
            return;
        }
        long number = batch.add(count(header.workspace()), 1);
        byte[] place = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        batch.put(known, place);
        Cause cause = header.actor() == null ? null : header.actor().cause();
        if (cause != null) {
            if (!(event.payload() instanceof RunEvent)) {
                batch.put(caused(header.workspace(), cause.eventId(), number), place);
            }
            if (header.sequence() == 1) {
                batch.put(created(header.workspace(), EventReader.subject(event)), place);
            }
        }
        for (String group : EventReader.groups(event)) {
            batch.put(inGroup(header.workspace(), group, number), NOTHING);
        }
        batch.put(inOrder(header.workspace(), number), TopicEventCodec.bytes(record));
    }
}
