package io.postrider.schemas.kafka;

import io.postrider.schemas.EventRecord;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Writes events as Postrider does, for topics of your own: changelogs and repartitioning of Kafka Streams, tests, copies. */
public final class EventSerializer implements Serializer<EventRecord> {

    private final EventCodecs codecs = EventCodecs.of(SchemaLookup.of(Map.of()));

    /**
     * The value of an event; null for null.
     *
     * @throws SerializationException if no public topic has such events
     */
    @Override
    public byte @Nullable [] serialize(String topic, @Nullable EventRecord event) {
        return event == null ? null : codecs.writing(event).encode(event);
    }
}
