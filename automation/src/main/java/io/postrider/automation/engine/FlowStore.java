package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * The state of the limits of rules, with keys of ids and numbers. Writes reach the changelog in their order, so a crash loses
 * the last ones only.
 */
final class FlowStore {

    static final String NAME = "flow";

    /** Sorts behind everything that keys are made of. */
    private static final char BEHIND = '\u007f';

    private final KeyValueStore<Bytes, byte[]> store;

    FlowStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder() {
        return Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(NAME), Serdes.Bytes(), Serdes.ByteArray());
    }

    /** A key of parts, none of which has a slash. */
    static String key(String... parts) {
        return String.join("/", parts);
    }

    /** A number as a part that sorts like the number. */
    static String part(long number) {
        return String.format(Locale.ROOT, "%019d", Math.max(0, number));
    }

    /** The parts of a key. */
    static String[] parts(String key) {
        return key.split("/", -1);
    }

    byte @Nullable [] get(String key) {
        return store.get(bytes(key));
    }

    @Nullable String text(String key) {
        byte[] value = get(key);
        return value == null ? null : new String(value, US_ASCII);
    }

    void put(String key, byte[] value) {
        store.put(bytes(key), value);
    }

    void put(String key, String value) {
        put(key, value.getBytes(US_ASCII));
    }

    /** A deletion of what is not there would be a record of the changelog all the same. */
    void delete(String key) {
        if (get(key) != null) {
            store.delete(bytes(key));
        }
    }

    /** The first keys that begin with some parts. */
    List<String> under(String prefix, int max) {
        return range(prefix + "/", prefix + "/" + BEHIND, max);
    }

    /** The first keys that begin with some parts, of which the next one is a number up to this one. */
    List<String> until(String prefix, long number, int max) {
        return range(prefix + "/", prefix + "/" + part(number) + BEHIND, max);
    }

    private List<String> range(String from, String to, int max) {
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> all = store.range(bytes(from), bytes(to))) {
            while (keys.size() < max && all.hasNext()) {
                keys.add(new String(all.next().key.get(), US_ASCII));
            }
        }
        return keys;
    }

    private static Bytes bytes(String key) {
        return Bytes.wrap(key.getBytes(US_ASCII));
    }
}
