package io.postrider.schemas.kafka;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.codec.UndecodableException;
import io.postrider.schemas.codec.ValueCodec;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads the values of {@code postrider.attempts.v1}, with the settings of {@link EventDeserializer}. */
public final class AttemptDeserializer implements Deserializer<Attempt> {

    private ValueCodec<Attempt> codec = ValueCodec.attempts(SchemaLookup.of(Map.of()));

    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        codec = ValueCodec.attempts(SchemaLookup.of(settings));
    }

    /**
     * The attempt; null for a record without a value.
     *
     * @throws SerializationException if the value is no attempt
     */
    @Override
    public @Nullable Attempt deserialize(String topic, byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        try {
            return codec.decode(value);
        } catch (UndecodableException e) {
            throw new SerializationException("not an attempt of Postrider in " + topic, e);
        }
    }
}
