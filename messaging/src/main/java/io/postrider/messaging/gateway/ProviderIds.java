package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;

/**
 * Finds the messages of an instance by their ids at the provider. Attempts and callbacks of an instance are in the same
 * partition. An id is stored on disk for 31 days, in which a provider reports on its message.
 */
final class ProviderIds {

    static final String STORE = "provider-ids";

    private static final Duration KEPT = Duration.ofDays(31);

    /** An id is written once; a window is as short as the store takes. */
    private static final Duration WINDOW = Duration.ofMillis(1);

    private final WindowStore<String, byte[]> store;

    /** The additions of the current record: they are dropped if the record is set aside. */
    private final Map<String, Added> added = new LinkedHashMap<>();

    /**
     * A message.
     *
     * @param author the contact that it was received from; empty for one that was sent from here
     */
    record Named(String message, Optional<String> author) {

        private static Named parse(String text) {
            String[] parts = text.split(" ", 2);
            return new Named(
                    parts[0], parts.length == 1 ? Optional.empty() : Optional.of(parts[1]));
        }

        private String text() {
            return message + author.map(contact -> " " + contact).orElse("");
        }
    }

    private record Added(Named message, Instant at) {}

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

    /** Begins with a record. */
    void begin() {
        added.clear();
    }

    /** Notes the message with an id at the provider. */
    void put(String instance, String providerId, Named message, Instant at) {
        if (!providerId.isEmpty()) {
            added.put(key(instance, providerId), new Added(message, at));
        }
    }

    /** Writes what the record adds, once nothing of it can fail any more. */
    void write() {
        added.forEach((key, one) ->
                store.put(key, one.message().text().getBytes(US_ASCII), one.at().toEpochMilli()));
        added.clear();
    }

    /** The message with an id at the provider. */
    Optional<String> find(String instance, String providerId) {
        return named(instance, providerId).map(Named::message);
    }

    /** The same with its author. */
    Optional<Named> named(String instance, String providerId) {
        Added now = added.get(key(instance, providerId));
        if (now != null) {
            return Optional.of(now.message());
        }
        try (WindowStoreIterator<byte[]> found =
                store.backwardFetch(key(instance, providerId), 0, Long.MAX_VALUE)) {
            return found.hasNext()
                    ? Optional.of(Named.parse(new String(found.next().value, US_ASCII)))
                    : Optional.empty();
        }
    }

    private static String key(String instance, String providerId) {
        return instance + "/" + providerId;
    }
}
