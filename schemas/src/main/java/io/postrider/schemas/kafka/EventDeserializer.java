package io.postrider.schemas.kafka;

import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.UndecodableException;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of the public topics of events: {@code postrider.events.*.v1}, {@code postrider.clicks.v1}, {@code
 * postrider.listings.v1} and {@code postrider.published.v1}. The setting {@code schema.registry.url} is the address of the schema
 * registry, or of Postrider; without it, only the schemas of this version of the library are known.
 */
public final class EventDeserializer implements Deserializer<EventRecord> {

    private EventCodecs codecs = EventCodecs.of(SchemaLookup.of(Map.of()));

    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        codecs = EventCodecs.of(SchemaLookup.of(settings));
    }

    /**
     * The event; null for a record without a value.
     *
     * @throws SerializationException if the value is no event
     */
    @Override
    public @Nullable EventRecord deserialize(String topic, byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        try {
            return codecs.reading(topic, value).decode(value);
        } catch (UndecodableException e) {
            throw new SerializationException("not an event of Postrider in " + topic, e);
        }
    }
}
