package io.postrider.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;

/**
 * Finds the messages of an instance by their ids at the provider. Attempts and calls of an instance are in the same partition.
 * An id is kept for the 31 days in which a provider tells of its message, on disk.
 */
final class ProviderIds {

    static final String STORE = "provider-ids";

    private static final Duration KEPT = Duration.ofDays(31);

    /** An id is written once; a window is as short as the store takes. */
    private static final Duration WINDOW = Duration.ofMillis(1);

    private final WindowStore<String, byte[]> store;

    private ProviderIds(WindowStore<String, byte[]> store) {
        this.store = store;
    }

    /** The ids in the store of a processor. */
    static ProviderIds of(ProcessorContext<?, ?> context) {
        return new ProviderIds(context.getStateStore(STORE));
    }

    static StoreBuilder<WindowStore<String, byte[]>> builder() {
        return Stores.windowStoreBuilder(
                Stores.persistentWindowStore(STORE, KEPT, WINDOW, false),
                Serdes.String(),
                Serdes.ByteArray());
    }

    /** Notes the message with an id at the provider. */
    void put(String instance, String providerId, String message, Instant at) {
        if (!providerId.isEmpty()) {
            store.put(key(instance, providerId), message.getBytes(US_ASCII), at.toEpochMilli());
        }
    }

    /** The message with an id at the provider. */
    Optional<String> find(String instance, String providerId) {
        try (WindowStoreIterator<byte[]> found =
                store.backwardFetch(key(instance, providerId), 0, Long.MAX_VALUE)) {
            return found.hasNext()
                    ? Optional.of(new String(found.next().value, US_ASCII))
                    : Optional.empty();
        }
    }

    private static String key(String instance, String providerId) {
        return instance + "/" + providerId;
    }
}
