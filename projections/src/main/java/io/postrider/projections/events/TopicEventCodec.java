package io.postrider.projections.events;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Events of several topics as views keep them: the name of the topic in front of the record's value. */
final class TopicEventCodec {

    private final Map<String, EventCodec> codecs = new HashMap<>();

    TopicEventCodec(SchemaIds ids) {
        for (Context context : Context.ofWorkspaces()) {
            codecs.put(context.events().name(), EventCodec.of(context, ids));
        }
    }

    /** The same, and another topic. */
    TopicEventCodec with(String topic, EventCodec codec) {
        codecs.put(topic, codec);
        return this;
    }

    /** The event of a record; empty for a topic that is not read here. */
    Optional<EventRecord> read(ConsumerRecord<byte[], byte[]> record) {
        return Optional.ofNullable(codecs.get(record.topic()))
                .map(codec -> codec.decode(record.value()));
    }

    /** The stored form of a record. */
    static byte[] bytes(ConsumerRecord<byte[], byte[]> record) {
        byte[] topic = record.topic().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(1 + topic.length + record.value().length)
                .put((byte) topic.length)
                .put(topic)
                .put(record.value())
                .array();
    }

    /** The topic of a stored record. */
    static String topic(byte[] stored) {
        return new String(stored, 1, stored[0], StandardCharsets.US_ASCII);
    }

    /** The value of a stored record. */
    static byte[] value(byte[] stored) {
        return Arrays.copyOfRange(stored, 1 + stored[0], stored.length);
    }

    /** The event of a stored record. */
    EventRecord decode(byte[] stored) {
        EventCodec codec = codecs.get(topic(stored));
        if (codec == null) {
            throw new IllegalStateException("no codec for " + topic(stored));
        }
        return codec.decode(value(stored));
    }
}
