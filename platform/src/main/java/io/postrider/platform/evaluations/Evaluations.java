package io.postrider.platform.evaluations;

import io.postrider.platform.streams.DeadLetterHandler;
import io.postrider.platform.streams.FailedRecordException;
import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.Traces;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The pending evaluations of a task. They are in a store until their results are in the log: after a crash they are evaluated
 * again, so the same evaluation must lead to the same ids. Everything except the evaluation runs on the stream thread.
 */
public final class Evaluations implements AutoCloseable {

    /** The interval at which results are forwarded. */
    public static final Duration ROUND = Duration.ofMillis(20);

    /**
     * Longer than the commit interval. A round is followed by a commit if the last one was this long ago, so forwarded results
     * are in the log after two such periods when another round begins.
     */
    private static final long PERIOD_MILLIS = 150;

    private static final int LOADED_PER_LANE = 64;

    private final ProcessorContext<byte[], byte[]> context;
    private final KeyValueStore<Bytes, byte[]> store;
    private final EvaluationPool pool;
    private final Traces traces;
    private final Evaluator evaluator;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Queue<Evaluated> evaluated = new ConcurrentLinkedQueue<>();
    private final Queue<Evaluated> failed = new ArrayDeque<>();
    private List<Bytes> forwarded = new ArrayList<>();
    private List<Bytes> older = new ArrayList<>();
    private List<Bytes> oldest = new ArrayList<>();
    private long periodBegan;
    private long number;
    private volatile boolean closed;

    /**
     * A record that an evaluation leads to.
     *
     * @param sink the name of the node that it goes to
     */
    public record Outcome(Record<byte[], byte[]> record, String sink) {}

    private record Loaded(Bytes key, Pending pending) {}

    private record Evaluated(Lane lane, Loaded loaded, Evaluator.Result result) {}

    /** The builder of the store of a processor. */
    public static StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String processor) {
        return Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(nameOf(processor)),
                Serdes.Bytes(),
                Serdes.ByteArray());
    }

    /** The name of the store of a processor. */
    public static String nameOf(String processor) {
        return processor + "-pending";
    }

    /**
     * The evaluations of a processor, which continue those of a former process.
     *
     * @param evaluate called by threads of the pool
     * @param paused additional output when a lane is paused
     */
    public Evaluations(
            String processor,
            ProcessorContext<byte[], byte[]> context,
            EvaluationPool pool,
            Function<Pending, List<Outcome>> evaluate,
            Function<Pending, List<Outcome>> paused) {
        this.context = context;
        this.store = context.getStateStore(nameOf(processor));
        this.pool = pool;
        this.traces = Traces.in(context.appConfigs());
        this.evaluator = new Evaluator(pool, traces, context.applicationId(), evaluate, paused);
        restore();
        var _ = context.schedule(ROUND, PunctuationType.WALL_CLOCK_TIME, this::round);
        var _ = context.schedule(ROUND, PunctuationType.WALL_CLOCK_TIME, _ -> setAside());
    }

    private void restore() {
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
                Bytes key = all.next().key;
                lane(laneOf(key), 0).isStored = true;
                number = Math.max(number, numberOf(key) + 1);
            }
        }
    }

    /** Whether something of a lane is not forwarded yet. */
    public boolean isWaiting(String lane) {
        return lanes.containsKey(lane);
    }

    /** Stores an evaluation at the end of its lane. */
    public void add(Pending pending) {
        Lane lane = lane(pending.lane(), number);
        Bytes key = key(pending.lane(), number++);
        store.put(key, pending.bytes());
        if (lane.isStored || !lane.load(new Loaded(key, pending))) {
            lane.isStored = true;
        }
        lane.go();
    }

    /** Forwards the results. */
    public void forward() {
        for (Evaluated next = evaluated.poll(); next != null; next = evaluated.poll()) {
            forward(next.result().outcomes());
            if (next.result().failure() == null) {
                end(next);
            } else {
                failed.add(next);
            }
        }
    }

    /** The record in hand, if there is one, did not lead to them. */
    private void forward(List<Outcome> outcomes) {
        if (traces.isOn()) {
            try (RecordTrace _ = RecordTrace.none()) {
                outcomes.forEach(each -> context.forward(each.record(), each.sink()));
            }
        } else {
            outcomes.forEach(each -> context.forward(each.record(), each.sink()));
        }
    }

    /** A separate round, since the output of a round that throws is dropped. */
    private void setAside() {
        Evaluated next = failed.poll();
        Throwable failure = next == null ? null : next.result().failure();
        if (next != null && failure != null) {
            end(next);
            Pending pending = next.loaded().pending();
            throw DeadLetterHandler.setsAside(failure)
                    ? new FailedRecordException(pending.record(), pending.workspace(), failure)
                    : new StreamsException("An evaluation failed", failure);
        }
    }

    private void end(Evaluated ended) {
        ended.lane().unload(ended.loaded());
        forwarded.add(ended.loaded().key());
    }

    private void round(long now) {
        forward();
        List.copyOf(lanes.values()).forEach(Lane::topUp);
        forward();
        if (now - periodBegan >= PERIOD_MILLIS) {
            periodBegan = now;
            oldest.forEach(store::delete);
            oldest = older;
            older = forwarded;
            forwarded = new ArrayList<>();
        }
    }

    @Override
    public void close() {
        closed = true;
        lanes.values().forEach(Lane::drop);
    }

    private Lane lane(String name, long from) {
        return lanes.computeIfAbsent(name, _ -> new Lane(name, from));
    }

    /** The lane of a rule or webhook: its loaded evaluations run in order. */
    private final class Lane {

        private final String name;
        private final Deque<Loaded> loaded = new ArrayDeque<>();
        private final Queue<Loaded> waiting = new ConcurrentLinkedQueue<>();
        private long from;
        private boolean isStored;
        private boolean isRunning;

        /** @param from the number of the first that is not loaded */
        Lane(String name, long from) {
            this.name = name;
            this.from = from;
        }

        /** Loads an evaluation into memory; false if there is no room for it. */
        boolean load(Loaded next) {
            if (loaded.size() >= LOADED_PER_LANE || !pool.holds(next.pending())) {
                return false;
            }
            loaded.add(next);
            waiting.add(next);
            from = numberOf(next.key()) + 1;
            return true;
        }

        void unload(Loaded ended) {
            loaded.remove(ended);
            pool.release(ended.pending());
            if (loaded.isEmpty() && !isStored) {
                lanes.remove(name);
            }
        }

        void topUp() {
            if (isStored && loaded.size() < LOADED_PER_LANE) {
                try (KeyValueIterator<Bytes, byte[]> more =
                        store.range(key(name, from), key(name, Long.MAX_VALUE))) {
                    boolean room = true;
                    while (room && more.hasNext()) {
                        KeyValue<Bytes, byte[]> next = more.next();
                        room = load(new Loaded(next.key, Pending.of(next.value)));
                    }
                    isStored = !room;
                }
                if (loaded.isEmpty() && !isStored) {
                    lanes.remove(name);
                }
            }
            go();
        }

        /** Lets the pool evaluate the next item, unless it does so already or the lane is paused. */
        synchronized void go() {
            if (!isRunning && !waiting.isEmpty() && !pool.rests(name) && !closed) {
                isRunning = true;
                if (!pool.run(workspace(), this::next)) {
                    isRunning = false;
                }
            }
        }

        private String workspace() {
            Loaded next = waiting.peek();
            return next == null ? "" : next.pending().workspace();
        }

        private void next() {
            Loaded next = waiting.poll();
            if (next != null && !closed) {
                evaluated.add(new Evaluated(this, next, evaluator.evaluate(name, next.pending())));
            }
            synchronized (this) {
                isRunning = false;
            }
            go();
        }

        void drop() {
            loaded.forEach(each -> pool.release(each.pending()));
        }
    }

    private static Bytes key(String lane, long number) {
        byte[] name = lane.getBytes(StandardCharsets.US_ASCII);
        return Bytes.wrap(
                ByteBuffer.allocate(name.length + 1 + Long.BYTES)
                        .put(name)
                        .put((byte) 0)
                        .putLong(number)
                        .array());
    }

    private static String laneOf(Bytes key) {
        return new String(
                key.get(), 0, key.get().length - 1 - Long.BYTES, StandardCharsets.US_ASCII);
    }

    private static long numberOf(Bytes key) {
        return ByteBuffer.wrap(key.get(), key.get().length - Long.BYTES, Long.BYTES).getLong();
    }
}
