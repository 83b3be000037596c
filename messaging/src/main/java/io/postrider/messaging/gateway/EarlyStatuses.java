package io.postrider.messaging.gateway;

import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps statuses that name an id at the provider which no attempt is known to have got, until the attempt is read: for an hour,
 * and each status of an id once. They are in the partition of their instance, as its attempts are.
 */
final class EarlyStatuses {

    static final String STORE = "early-statuses";

    private static final Duration KEPT = Duration.ofHours(1);
    private static final Duration WINDOW = Duration.ofMillis(1);
    private static final int EACH_MAX = 8;
    private static final int LENGTH_MAX = 8_192;

    private static final String STATUS = "status";

    /** The members of a status that a receipt uses; the others name persons. */
    private static final List<String> MEMBERS =
            List.of(STATUS, "timestamp", "errors", "pricing", "conversation");

    private final WindowStore<String, byte[]> store;

    private EarlyStatuses(WindowStore<String, byte[]> store) {
        this.store = store;
    }

    /** The statuses in the store of a processor. */
    static EarlyStatuses of(ProcessorContext<?, ?> context) {
        return new EarlyStatuses(context.getStateStore(STORE));
    }

    static StoreBuilder<WindowStore<String, byte[]>> builder() {
        return Stores.windowStoreBuilder(
                Stores.persistentWindowStore(STORE, KEPT, WINDOW, false),
                Serdes.String(),
                Serdes.ByteArray());
    }

    /** Keeps a status; one that is told twice is kept once, as in the message. */
    void put(String instance, String providerId, JsonNode told, Instant at) {
        ObjectNode status = Json.object();
        MEMBERS.forEach(name -> told.optional(name).ifPresent(value -> status.set(name, value)));
        byte[] bytes = Json.bytes(status);
        if (providerId.isEmpty() || bytes.length > LENGTH_MAX) {
            return;
        }
        String key = key(instance, providerId);
        for (long time = at.toEpochMilli(); time < at.toEpochMilli() + EACH_MAX; time++) {
            byte[] kept = store.fetch(key, time);
            if (kept == null) {
                store.put(key, bytes, time);
                return;
            }
            if (Json.mapper().readTree(kept).path(STATUS).equals(status.path(STATUS))) {
                return;
            }
        }
    }

    /** The statuses of an id, which are kept no longer. */
    List<JsonNode> take(String instance, String providerId, Instant at) {
        String key = key(instance, providerId);
        List<JsonNode> found = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        try (WindowStoreIterator<byte[]> all = store.fetch(key, at.minus(KEPT), at.plus(KEPT))) {
            all.forEachRemaining(entry -> {
                times.add(entry.key);
                found.add(Json.mapper().readTree(entry.value));
            });
        }
        times.forEach(time -> store.put(key, null, time));
        return found;
    }

    private static String key(String instance, String providerId) {
        return instance + "/" + providerId;
    }
}
