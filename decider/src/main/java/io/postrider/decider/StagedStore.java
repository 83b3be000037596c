package io.postrider.decider;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store that writes the changes of a command after all of them are computed. Kafka Streams does not roll back when a
 * processor throws, so a decision that fails halfway must not have written anything.
 */
final class StagedStore {

    private final KeyValueStore<Bytes, byte[]> store;
    private final Map<Bytes, Optional<byte[]>> staged = new LinkedHashMap<>();

    StagedStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    byte @Nullable [] get(Bytes key) {
        Optional<byte[]> change = staged.get(key);
        return change == null ? store.get(key) : change.orElse(null);
    }

    void put(Bytes key, byte[] value) {
        staged.put(key, Optional.of(value));
    }

    void delete(Bytes key) {
        staged.put(key, Optional.empty());
    }

    /** The written value; not the staged one. */
    KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        return store.range(from, to);
    }

    /** Writes the staged changes. */
    void write() {
        staged.forEach((key, value) -> store.put(key, value.orElse(null)));
        staged.clear();
    }

    /** Discards the staged changes. */
    void discard() {
        staged.clear();
    }
}
