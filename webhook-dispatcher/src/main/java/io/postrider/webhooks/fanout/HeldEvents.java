package io.postrider.webhooks.fanout;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.evaluations.Pending;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
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
 * the change of the webhook that they failed under, so that those of former changes come first. Of too many the first
 * are given up.
 */
final class HeldEvents {

    static final String STORE = "fan-out-held";

    private static final int AGAIN_PER_ROUND = 64;

    private final KeyValueStore<Bytes, byte[]> store;
    private final int keptMax;
    private final Queue<Held> failed = new ConcurrentLinkedQueue<>();

    private final Map<String, Kept> webhooks = new ConcurrentHashMap<>();

    private record Held(Bytes key, Pending pending) {}

    /**
     * What is kept of a webhook.
     *
     * @param oldest the oldest change under which one of its events failed
     */
    private record Kept(long oldest, int count) {

        static Kept one(Bytes key) {
            return new Kept(changeOf(key), 1);
        }

        Kept and(Kept other) {
            return new Kept(Math.min(oldest, other.oldest), count + other.count);
        }
    }

    /** @param keptMax of a webhook; what fails within a round comes on top until the next one */
    HeldEvents(KeyValueStore<Bytes, byte[]> store, int keptMax) {
        this.store = store;
        this.keptMax = keptMax;
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
                note(all.next().key);
            }
        }
    }

    /** The events of the webhook that has most. Any thread may call this. */
    long most() {
        return webhooks.values().stream().mapToInt(Kept::count).max().orElse(0);
    }

    private void note(Bytes key) {
        webhooks.merge(webhookOf(key), Kept.one(key), Kept::and);
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
     * Stores what failed, gives back the events of webhooks that have changed since then, and gives up those beyond the bound.
     *
     * @param changedAt when a webhook was changed last; empty for one that is deleted
     */
    void round(
            Function<String, Optional<Instant>> changedAt,
            Consumer<Pending> again,
            Consumer<Pending> givenUp) {
        // Before more is stored, so that what is given up was forwarded as held in a former round.
        for (Map.Entry<String, Kept> each : List.copyOf(webhooks.entrySet())) {
            int beyond = each.getValue().count() - keptMax;
            if (beyond > 0) {
                release(first(each.getKey(), Long.MAX_VALUE, beyond), each.getKey(), givenUp);
            }
        }
        for (Held held = failed.poll(); held != null; held = failed.poll()) {
            if (store.get(held.key()) == null) {
                note(held.key());
            }
            store.put(held.key(), held.pending().bytes());
        }
        for (Map.Entry<String, Kept> each : List.copyOf(webhooks.entrySet())) {
            String webhook = each.getKey();
            Optional<Instant> change = changedAt.apply(webhook);
            long before = change.map(Instant::toEpochMilli).orElse(Long.MAX_VALUE);
            if (before > each.getValue().oldest()) {
                release(
                        first(webhook, before, AGAIN_PER_ROUND),
                        webhook,
                        change.isPresent() ? again : _ -> {});
            }
        }
    }

    private void release(
            List<KeyValue<Bytes, byte[]>> events, String webhook, Consumer<Pending> to) {
        for (KeyValue<Bytes, byte[]> held : events) {
            to.accept(Pending.of(held.value));
            store.delete(held.key);
        }
        Kept before = requireNonNull(webhooks.remove(webhook));
        first(webhook, Long.MAX_VALUE, 1)
                .forEach(next ->
                        webhooks.put(
                                webhook,
                                new Kept(changeOf(next.key), before.count() - events.size())));
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
