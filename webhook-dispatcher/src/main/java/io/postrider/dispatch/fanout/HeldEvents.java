package io.postrider.dispatch.fanout;

import io.postrider.runtime.evaluations.Pending;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The events for which the filter or transform of a webhook failed. They are evaluated again when the webhook changes; keys have
 * the change of the webhook that they failed under, so that those of former changes come first.
 */
final class HeldEvents {

    static final String STORE = "fan-out-held";

    private static final int AGAIN_PER_ROUND = 64;

    private final KeyValueStore<Bytes, byte[]> store;
    private final Queue<Held> failed = new ConcurrentLinkedQueue<>();

    /** The oldest change under which an event of a webhook failed. */
    private final Map<String, Long> oldest = new HashMap<>();

    private record Held(Bytes key, Pending pending) {}

    HeldEvents(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
                Bytes key = all.next().key;
                oldest.putIfAbsent(webhookOf(key), changeOf(key));
            }
        }
    }

    static StoreBuilder<KeyValueStore<Bytes, byte[]>> store() {
        return Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray());
    }

    /**
     * Holds an event from the next round on. Any thread may call this.
     *
     * @param changedAt when the webhook was changed last before the evaluation began
     */
    void hold(Pending pending, String event, Instant changedAt) {
        Bytes key = key(pending.lane(), changedAt.toEpochMilli(), event);
        failed.add(
                new Held(
                        key,
                        new Pending(pending.workspace(), pending.lane(), 1, pending.record())));
    }

    /**
     * Stores what failed, and gives back the events of webhooks that have changed since then.
     *
     * @param changedAt when a webhook was changed last; empty for one that is deleted
     */
    void round(Function<String, Optional<Instant>> changedAt, Consumer<Pending> again) {
        for (Held held = failed.poll(); held != null; held = failed.poll()) {
            store.put(held.key(), held.pending().bytes());
            oldest.merge(held.pending().lane(), changeOf(held.key()), Math::min);
        }
        for (Map.Entry<String, Long> each : List.copyOf(oldest.entrySet())) {
            Optional<Instant> change = changedAt.apply(each.getKey());
            long before = change.map(Instant::toEpochMilli).orElse(Long.MAX_VALUE);
            if (before > each.getValue()) {
                release(each.getKey(), before, change.isPresent() ? again : _ -> {});
            }
        }
    }

    private void release(String webhook, long before, Consumer<Pending> again) {
        for (KeyValue<Bytes, byte[]> held : first(webhook, before, AGAIN_PER_ROUND)) {
            again.accept(Pending.of(held.value));
            store.delete(held.key);
        }
        first(webhook, Long.MAX_VALUE, 1).stream()
                .findFirst()
                .ifPresentOrElse(
                        next -> oldest.put(webhook, changeOf(next.key)),
                        () -> oldest.remove(webhook));
    }

    private List<KeyValue<Bytes, byte[]>> first(String webhook, long before, int max) {
        List<KeyValue<Bytes, byte[]>> found = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> held =
                store.range(key(webhook, 0, ""), key(webhook, before, ""))) {
            while (held.hasNext() && found.size() < max) {
                found.add(held.next());
            }
        }
        return found;
    }

    private static Bytes key(String webhook, long change, String event) {
        byte[] name = webhook.getBytes(StandardCharsets.US_ASCII);
        byte[] end = event.getBytes(StandardCharsets.US_ASCII);
        return Bytes.wrap(
                ByteBuffer.allocate(name.length + 1 + Long.BYTES + end.length)
                        .put(name)
                        .put((byte) 0)
                        .putLong(change)
                        .put(end)
                        .array());
    }

    private static String webhookOf(Bytes key) {
        byte[] bytes = key.get();
        int length = 0;
        while (bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    private static long changeOf(Bytes key) {
        return ByteBuffer.wrap(key.get()).getLong(webhookOf(key).length() + 1);
    }
}
