package io.postrider.platform.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.meters.Bounds;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes records that no request depends on. A thread of its own takes them from a bounded queue; records beyond its capacity
 * are counted and dropped.
 */
public final class BestEffortPublisher implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(BestEffortPublisher.class);
    private static final int QUEUE_MAX = 10_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final Producer<byte[], byte[]> producer;
    private final Counter recorded;
    private final Counter lost;
    private final ThreadPoolExecutor worker;
    private final BooleanSupplier room;

    /**
     * Writes by a given producer, which it closes.
     *
     * @param name of its thread and of its counters, {@code postrider.<name>} by outcome {@code recorded} or {@code lost}
     */
    public BestEffortPublisher(
            String name, Producer<byte[], byte[]> producer, MeterRegistry meters) {
        this(name, producer, meters, () -> true);
    }

    /**
     * The same on a disk that can run full.
     *
     * @param room whether there is space for such records; without it they are counted as lost
     */
    public BestEffortPublisher(
            String name,
            Producer<byte[], byte[]> producer,
            MeterRegistry meters,
            BooleanSupplier room) {
        this.room = room;
        this.name = name;
        this.producer = producer;
        this.recorded = counter(meters, name, "recorded");
        this.lost = counter(meters, name, "lost");
        BlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
        new Bounds(meters).show("side_records", queue::size, QUEUE_MAX);
        this.worker =
                new ThreadPoolExecutor(
                        1,
                        1,
                        0,
                        TimeUnit.SECONDS,
                        queue,
                        Thread.ofPlatform().daemon().name(name).factory());
    }

    private static Counter counter(MeterRegistry meters, String name, String outcome) {
        return Counter.builder("postrider." + name)
                .description("Records that no request waits for")
                .tag("outcome", outcome)
                .register(meters);
    }

    /**
     * Writes a record some time soon. Never blocks and never throws.
     *
     * @param record makes the record, on the thread of this class
     */
    public void write(Supplier<ProducerRecord<byte[], byte[]>> record) {
        if (!room.getAsBoolean()) {
            lost.increment();
            return;
        }
        try {
            worker.execute(() -> send(record));
        } catch (RejectedExecutionException e) {
            lost(e);
        }
    }

    private void send(Supplier<ProducerRecord<byte[], byte[]>> record) {
        try {
            var _ = producer.send(record.get(), (written, failure) -> ended(failure));
        } catch (KafkaException | IllegalStateException e) {
            lost(e);
        }
    }

    private void ended(@Nullable Exception failure) {
        if (failure == null) {
            recorded.increment();
        } else {
            lost(failure);
        }
    }

    private void lost(Exception failure) {
        lost.increment();
        LOGGER.atWarn()
                .addKeyValue("records", name)
                .addKeyValue("error", failure.toString())
                .log("A record was not written");
    }

    /** Sends the queued records, for a limited time. */
    @Override
    public void close() {
        worker.shutdown();
        try {
            if (!worker.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
        producer.close(CLOSE_TIMEOUT);
    }
}
