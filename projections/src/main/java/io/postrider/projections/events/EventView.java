package io.postrider.projections.events;

import io.postrider.domain.links.LinkEvent.ClickAdmitted;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.runtime.views.ViewKey;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Numbers each workspace's events in the order in which this node learned of them. The order of ids would not do: ids
 * are made before the log settles, so a reader that goes on after one could miss an older one that comes later.
 */
final class EventView implements View {

    private static final int IN_ORDER = 0x20;
    private static final int NUMBER_OF = 0x21;
    private static final int COUNT = 0x22;

    private final Map<String, EventCodec> codecs = new HashMap<>();

    EventView(SchemaIds ids) {
        for (Context context : Context.ofWorkspaces()) {
            codecs.put(context.events().name(), EventCodec.of(context, ids));
        }
        codecs.put(Topics.CLICKS.name(), EventCodec.clicks(ids));
    }

    static byte[] inOrder(String workspace) {
        return ViewKey.table(IN_ORDER).id(workspace).bytes();
    }

    static byte[] inOrder(String workspace, long number) {
        return ViewKey.table(IN_ORDER).id(workspace).number(number).bytes();
    }

    static byte[] numberOf(String workspace, String event) {
        return ViewKey.table(NUMBER_OF).id(workspace).id(event).bytes();
    }

    static byte[] count(String workspace) {
        return ViewKey.table(COUNT).id(workspace).bytes();
    }

    /** What {@link #apply} kept: the name of the topic and the record's value. */
    EventRecord decode(byte[] stored) {
        int length = stored[0];
        String topic = new String(stored, 1, length, StandardCharsets.US_ASCII);
        byte[] value = Arrays.copyOfRange(stored, 1 + length, stored.length);
        EventCodec codec = codecs.get(topic);
        if (codec == null) {
            throw new IllegalStateException("no codec for " + topic);
        }
        return codec.decode(value);
    }

    @Override
    public Set<Topic> topics() {
        Set<Topic> topics = new LinkedHashSet<>();
        for (Context context : Context.ofWorkspaces()) {
            topics.add(context.events());
        }
        topics.add(Topics.CLICKS);
        return topics;
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        EventCodec codec = codecs.get(record.topic());
        if (codec == null) {
            return;
        }
        EventRecord event = codec.decode(record.value());
        if (event.isSettlement()
                || event.payload() == null
                || event.payload() instanceof ClickAdmitted) {
            return;
        }
        EventHeader header = event.header();
        byte[] known = numberOf(header.workspace(), header.id());
        if (batch.get(known) != null) {
            return;
        }
        long number = batch.add(count(header.workspace()), 1);
        batch.put(known, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
        batch.put(inOrder(header.workspace(), number), stored(record));
    }

    private static byte[] stored(ConsumerRecord<byte[], byte[]> record) {
        byte[] topic = record.topic().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(1 + topic.length + record.value().length)
                .put((byte) topic.length)
                .put(topic)
                .put(record.value())
                .array();
    }
}
