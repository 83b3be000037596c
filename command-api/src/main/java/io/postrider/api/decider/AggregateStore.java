package io.postrider.api.decider;

import io.postrider.schemas.Context;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Every aggregate's newest event record, by context and aggregate; its state and version follow from it. */
final class AggregateStore {

    static final String NAME = "aggregates";

    private final KeyValueStore<Bytes, byte[]> store;

    AggregateStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    static Bytes key(Context context, String aggregate) {
        byte[] text = aggregate.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(1 + text.length)
                        .put((byte) context.number())
                        .put(text)
                        .array());
    }

    byte @Nullable [] newest(Context context, String aggregate) {
        return store.get(key(context, aggregate));
    }

    void put(Context context, String aggregate, byte[] newest) {
        store.put(key(context, aggregate), newest);
    }
}
