package io.postrider.redirects.spool;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.threads.FailedThread;
import io.postrider.redirects.spool.DrainSignal.Sleep;
import io.postrider.redirects.spool.LaneDrain.Pass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the records of the click spool to Kafka, each lane in order, repeatedly until they are acknowledged. */
public final class SpoolDrainer implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(SpoolDrainer.class);
    private static final long POLL_NANOS = MILLISECONDS.toNanos(1);
    private static final long BUSY_NANOS = MILLISECONDS.toNanos(50);
    private static final long RETRY_NANOS = MILLISECONDS.toNanos(20);
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final long BACKOFF_MIN_NANOS = MILLISECONDS.toNanos(100);
    private static final long BACKOFF_MAX_NANOS = SECONDS.toNanos(10);
    private static final long RESULTS_NANOS = SECONDS.toNanos(5);
    private static final long FLUSH_NANOS = SECONDS.toNanos(5);
    private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(2);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

    private final ClickSpool spool;
    private final Supplier<? extends Producer<byte[], byte[]>> producers;
    private final BooleanSupplier room;
    private final long idleNanos;
    private final DrainSignal signal;
    private final List<LaneDrain> lanes = new ArrayList<>();
    private final AtomicLong restarts = new AtomicLong();
    private final FailedThread failed = new FailedThread();
    private final Thread thread;
    private volatile @Nullable ProducerSession session;
    private volatile boolean stopping;
    private volatile long flushUntil;
    private long backoffNanos = BACKOFF_MIN_NANOS;
    private long progressAt = System.nanoTime();
    private int turn;

    /**
     * Begins to drain the spool.
     *
     * @param producers creates a producer with {@link #producerSettings}, at the start and after each failure
     * @param partitions number of partitions of the topic
     */
    public SpoolDrainer(
            ClickSpool spool,
            Supplier<? extends Producer<byte[], byte[]>> producers,
            String topic,
            int partitions) {
        this(spool, producers, topic, partitions, IDLE, () -> true);
    }

    /**
     * The same on a disk that can become full.
     *
     * @param room whether the topic may grow; otherwise nothing is sent
     */
    public SpoolDrainer(
            ClickSpool spool,
            Supplier<? extends Producer<byte[], byte[]>> producers,
            String topic,
            int partitions,
            BooleanSupplier room) {
        this(spool, producers, topic, partitions, IDLE, room);
    }

    /**
     * @param idle maximum sleep before the drainer polls without a wake-up
     */
    SpoolDrainer(
            ClickSpool spool,
            Supplier<? extends Producer<byte[], byte[]>> producers,
            String topic,
            int partitions,
            Duration idle,
            BooleanSupplier room) {
        this.room = room;
        this.spool = spool;
        this.producers = producers;
        this.idleNanos = idle.toNanos();
        this.signal = spool.signal();
        for (LaneReader reader : spool.readers()) {
            lanes.add(new LaneDrain(reader, topic, partitions));
        }
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("click-spool-drainer")
                        .uncaughtExceptionHandler(failed)
                        .unstarted(this::run);
        signal.listen(thread);
        thread.start();
    }

    /**
     * The settings of a producer that never blocks and never reorders. A record that is not delivered within two minutes
     * ends the producer; the drainer sends the record again with the next one.
     *
     * <p>Metadata is kept for a day without clicks, so that the first click after a quiet hour leaves at once.
     */
    public static Map<String, Object> producerSettings(KafkaSettings log) {
        Map<String, Object> all = Connections.ofOrderedProducer(log);
        all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        all.put(ProducerConfig.CLIENT_ID_CONFIG, "postrider-spool");
        all.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        all.put(ProducerConfig.BATCH_SIZE_CONFIG, 131_072);
        all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        all.put(ProducerConfig.BUFFER_MEMORY_CONFIG, HeapBounds.PRODUCER);
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY_TIMEOUT.toMillis());
        all.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Duration.ofDays(1).toMillis());
        return all;
    }

    /** Whether a producer is running and has not failed. */
    public boolean draining() {
        ProducerSession current = session;
        return current != null && current.failure() == null;
    }

    /** The number of failed and replaced producers. */
    public long restarts() {
        return restarts.get();
    }

    /** Completes when the drainer has died of an error: only a new process sends the records of the spool. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    private void run() {
        try {
            while (!stopping || flushes()) {
                stepOrBackOff();
            }
        } finally {
            end();
        }
    }

    private boolean flushes() {
        return draining()
                && room.getAsBoolean()
                && spool.pendingRecords() > 0
                && flushUntil - System.nanoTime() > 0;
    }

    /** No exception in one step may end the only thread that empties the spool; an {@link Error} ends the process. */
    private void stepOrBackOff() {
        try {
            step();
        } catch (RuntimeException e) {
            LOGGER.atError().setCause(e).log("Draining the click spool failed; restarting it");
            discard();
            backOff();
        }
    }

    private void step() {
        ProducerSession current = session;
        if (current == null) {
            lanes.forEach(LaneDrain::rewind);
            session = new ProducerSession(producers.get(), signal);
        } else if (current.failure() == null && !room.getAsBoolean()) {
            lanes.forEach(LaneDrain::collect);
            signal.pause(BUSY_NANOS);
        } else if (current.failure() == null) {
            rest(pass(current), current);
        } else {
            LOGGER.atWarn()
                    .setCause(current.failure())
                    .log("The click producer failed; resending unacknowledged clicks");
            discard();
            backOff();
        }
    }

    private Pass pass(ProducerSession current) {
        Pass furthest = Pass.DRAINED;
        turn = (turn + 1) % lanes.size();
        for (int i = 0; i < lanes.size() && current.failure() == null; i++) {
            LaneDrain lane = lanes.get((turn + i) % lanes.size());
            if (lane.collect()) {
                backoffNanos = BACKOFF_MIN_NANOS;
            }
            Pass pass = lane.send(current);
            furthest = pass.compareTo(furthest) > 0 ? pass : furthest;
            if (lane.takeMoved()) {
                progressAt = System.nanoTime();
            }
        }
        return furthest;
    }

    private void rest(Pass pass, ProducerSession current) {
        if (pass == Pass.UNFINISHED) {
            return;
        }
        if (stopping || System.nanoTime() - progressAt < BUSY_NANOS) {
            signal.pause(POLL_NANOS);
        } else if (pass == Pass.BLOCKED) {
            signal.await(Sleep.UNTIL_RESULT, RETRY_NANOS, () -> hasResult(current));
        } else {
            signal.await(
                    Sleep.UNTIL_ANYTHING,
                    idleNanos,
                    () -> hasResult(current) || lanes.stream().anyMatch(LaneDrain::hasRecord));
        }
    }

    private boolean hasResult(ProducerSession current) {
        return stopping
                || current.failure() != null
                || lanes.stream().anyMatch(LaneDrain::hasResult);
    }

    /** Lets every record in flight complete before the next producer sends any again, so that none overtakes another. */
    private void discard() {
        ProducerSession current = session;
        session = null;
        if (current == null) {
            return;
        }
        restarts.incrementAndGet();
        long deadline = System.nanoTime() + RESULTS_NANOS;
        while (!stopping
                && deadline - System.nanoTime() > 0
                && lanes.stream().anyMatch(LaneDrain::awaitsResults)) {
            signal.pause(POLL_NANOS);
        }
        current.close(CLOSE_TIMEOUT);
        lanes.forEach(LaneDrain::collect);
    }

    private void backOff() {
        long deadline = System.nanoTime() + backoffNanos;
        backoffNanos = Math.min(2 * backoffNanos, BACKOFF_MAX_NANOS);
        while (!stopping && deadline - System.nanoTime() > 0) {
            signal.pause(deadline - System.nanoTime());
        }
    }

    private void end() {
        ProducerSession current = session;
        session = null;
        if (current != null) {
            current.close(CLOSE_TIMEOUT);
            lanes.forEach(LaneDrain::collect);
        }
    }

    /** Sends what it can within a few seconds; the rest stays in the spool for the next start. */
    @Override
    public void close() {
        flushUntil = System.nanoTime() + FLUSH_NANOS;
        stopping = true;
        signal.stop();
        try {
            if (!thread.join(STOP_TIMEOUT)) {
                LOGGER.atWarn().log("The click drainer did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
