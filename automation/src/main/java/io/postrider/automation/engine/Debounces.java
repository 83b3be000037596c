package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNullElse;

import io.postrider.automation.rules.Flow.Debounce;
import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.TraceParent;
import io.postrider.schemas.RunLimitSignal;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Debounces the events of rules: holds them with their traces until no other follows, and runs the last one. */
final class Debounces {

    /** The most events that a rule holds; further events run at once. */
    static final int HELD_MAX = 10_000;

    static final long HELD_BYTES_MAX = 64L << 20;

    static final String REPLACED = "A later event replaced it.";

    private static final String HELD = "h";
    static final String DUE = "d";
    private static final int DUE_PER_ROUND = 500;

    private final FlowStore store;
    private final ValueCodec<RunLimitSignal> codec;
    private final Consumer<RunLimitSignal> begin;
    private final BiConsumer<RunLimitSignal, String> skip;
    private final Map<String, Size> sizes = new ConcurrentHashMap<>();

    private record Size(int count, long bytes) {

        static final Size NONE = new Size(0, 0);

        Size plus(int more, long moreBytes) {
            return new Size(count + more, bytes + moreBytes);
        }
    }

    private record Held(
            Instant first, Instant due, String trace, RunLimitSignal turn, long bytes) {}

    Debounces(
            FlowStore store,
            ValueCodec<RunLimitSignal> codec,
            Consumer<RunLimitSignal> begin,
            BiConsumer<RunLimitSignal, String> skip) {
        this.store = store;
        this.codec = codec;
        this.begin = begin;
        this.skip = skip;
        for (String key : store.under(HELD, Integer.MAX_VALUE)) {
            byte[] value = store.get(key);
            if (value != null) {
                resize(FlowStore.parts(key)[1], 1, value.length);
            }
        }
    }

    /** The events of the rule that holds most. Any thread may call this. */
    long mostEvents() {
        return sizes.values().stream().mapToInt(Size::count).max().orElse(0);
    }

    /** The bytes of the rule that holds most. Any thread may call this. */
    long mostBytes() {
        return sizes.values().stream().mapToLong(Size::bytes).max().orElse(0);
    }

    /** Holds an event; false if it must run at once. */
    boolean holds(RunLimitSignal turn, String group, Debounce debounce, Instant now) {
        String key = FlowStore.key(HELD, turn.rule(), group);
        Held before = held(key);
        if (before != null && before.turn().run().equals(turn.run())) {
            return true;
        }
        Instant at = turn.at().isBefore(now) ? turn.at() : now;
        if (before != null && at.isBefore(before.turn().at())) {
            skip.accept(turn, REPLACED);
            return true;
        }
        if (before != null && !at.isBefore(before.due())) {
            end(key, before);
            before = null;
        }
        if (before == null && isFull(turn.rule())) {
            return false;
        }
        hold(key, turn, before, at, debounce);
        return true;
    }

    private void hold(
            String key, RunLimitSignal turn, @Nullable Held before, Instant at, Debounce debounce) {
        Instant first = before == null ? at : before.first();
        Instant last = first.plus(debounce.maxWait());
        Instant next = at.plus(debounce.period());
        Instant due = next.isBefore(last) ? next : last;
        byte[] encoded = codec.encode(turn);
        byte[] trace = requireNonNullElse(TraceParent.current(), "").getBytes(US_ASCII);
        byte[] value =
                ByteBuffer.allocate(2 * Long.BYTES + 1 + trace.length + encoded.length)
                        .putLong(first.toEpochMilli())
                        .putLong(due.toEpochMilli())
                        .put((byte) trace.length)
                        .put(trace)
                        .put(encoded)
                        .array();
        store.put(due(due, key), "");
        store.put(key, value);
        resize(turn.rule(), 1, value.length);
        if (before != null) {
            if (!before.due().equals(due)) {
                store.delete(due(before.due(), key));
            }
            resize(turn.rule(), -1, -before.bytes());
            try (RecordTrace _ = RecordTrace.kept(before.trace())) {
                skip.accept(before.turn(), REPLACED);
            }
        }
    }

    private boolean isFull(String rule) {
        Size size = sizes.getOrDefault(rule, Size.NONE);
        return size.count() >= HELD_MAX || size.bytes() >= HELD_BYTES_MAX;
    }

    private void resize(String rule, int count, long bytes) {
        sizes.compute(
                rule,
                (_, size) -> {
                    Size after = (size == null ? Size.NONE : size).plus(count, bytes);
                    return after.count() == 0 ? null : after;
                });
    }

    /** Runs the events whose time has come. */
    void round(Instant now) {
        for (String due : store.until(DUE, now.toEpochMilli(), DUE_PER_ROUND)) {
            String key = due.substring(FlowStore.key(DUE, FlowStore.part(0), "").length());
            Held held = held(key);
            if (held != null && due(held.due(), key).equals(due)) {
                end(key, held);
            } else {
                store.delete(due);
            }
        }
    }

    /** Forgets an event once the command that begins it is kept. */
    private void end(String key, Held held) {
        try (RecordTrace _ = RecordTrace.kept(held.trace())) {
            begin.accept(held.turn());
        }
        store.delete(key);
        store.delete(due(held.due(), key));
        resize(held.turn().rule(), -1, -held.bytes());
    }

    private @Nullable Held held(String key) {
        byte[] value = store.get(key);
        if (value == null) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(value);
        Instant first = Instant.ofEpochMilli(buffer.getLong());
        Instant due = Instant.ofEpochMilli(buffer.getLong());
        byte[] trace = new byte[buffer.get()];
        buffer.get(trace);
        byte[] encoded = new byte[buffer.remaining()];
        buffer.get(encoded);
        return new Held(
                first, due, new String(trace, US_ASCII), codec.decode(encoded), value.length);
    }

    private static String due(Instant due, String key) {
        return FlowStore.key(DUE, FlowStore.part(due.toEpochMilli()), key);
    }
}
