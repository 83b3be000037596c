package io.postrider.identity.lastseen;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.threads.FailedThread;
import io.postrider.schemas.LastSeen;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the other nodes, and this one after a restart, whom this node has seen: on a thread of its own, once a minute, the
 * newest of each. What cannot be written is tried again with the next.
 */
public final class LastSeenPublisher implements AutoCloseable {

    /** How late others hear of it at most. */
    public static final Duration EVERY = Duration.ofMinutes(1);

    private static final Logger LOGGER = LoggerFactory.getLogger(LastSeenPublisher.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final int ROUNDS_BETWEEN_SWEEPS = 60;

    private final Producer<byte[], byte[]> producer;
    private final LastSeenTracker lastSeen;
    private final LastSeenLog stored;
    private final ValueCodec<LastSeen> codec;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("last-seen").factory());
    private final FailedThread failed = new FailedThread();
    private int rounds;

    /**
     * @param producer with {@code acks=all}; closed with this
     * @param stored what the log has, also where memory has no room for it
     */
    LastSeenPublisher(
            Producer<byte[], byte[]> producer,
            LastSeenTracker lastSeen,
            LastSeenLog stored,
            SchemaIds ids) {
        this.stored = stored;
        this.producer = producer;
        this.lastSeen = lastSeen;
        this.codec = ValueCodec.lastSeen(ids);
    }

    /** Begins to write, with a producer of its own. */
    public static LastSeenPublisher start(
            KafkaSettings log,
            LastSeenTracker lastSeen,
            LastSeenLog stored,
            SchemaIds ids,
            Duration every) {
        Map<String, Object> config = Connections.to(log);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "postrider-last-seen-" + log.nodeId());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 100);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, HeapBounds.SMALL_PRODUCER);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000L);
        config.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        LastSeenPublisher started =
                new LastSeenPublisher(
                        new KafkaProducer<>(
                                config, new ByteArraySerializer(), new ByteArraySerializer()),
                        lastSeen,
                        stored,
                        ids);
        started.repeat(every);
        return started;
    }

    void repeat(Duration every) {
        var _ =
                timer.scheduleWithFixedDelay(
                        failed.watch(this::round),
                        every.toMillis(),
                        every.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** Completes when nothing more is written: then other nodes take those who are seen here for absent. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    private void round() {
        try {
            write();
            rounds++;
            if (rounds % ROUNDS_BETWEEN_SWEEPS == 0) {
                sweep();
                sweepStored();
            } else if (lastSeen.isCrowded()) {
                sweep();
            }
        } catch (RuntimeException e) {
            // Whatever it is: a round that throws would be the last one.
            LOGGER.atWarn()
                    .addKeyValue("error", e.toString())
                    .log("Last-seen times were not written; retrying");
        }
    }

    /** Writes what the log does not have yet, and takes out what that replaces. */
    void write() {
        for (Seen seen : lastSeen.unwritten()) {
            LastSeen value = lastSeen.sealed(seen);
            send(seen.subject(), codec.encode(value), () -> lastSeen.written(seen, value));
        }
        lastSeen.reassign();
        lastSeen.takeReplaced().forEach(this::remove);
    }

    /** Takes out of the log what nobody asks for any more. */
    void sweep() {
        lastSeen.over().forEach(this::remove);
    }

    /**
     * Does the same with what memory does not have: there was no room for it, or more secrets were replaced than one write takes
     * out.
     */
    void sweepStored() {
        stored.each(value -> {
            if (lastSeen.isLeftOver(value)) {
                remove(value.subject());
            }
        });
    }

    private void remove(String subject) {
        send(subject, null, () -> lastSeen.forget(subject));
    }

    private void send(String subject, byte @Nullable [] value, Runnable written) {
        var _ =
                producer.send(
                        new ProducerRecord<>(
                                Topics.LAST_SEEN.name(),
                                subject.getBytes(StandardCharsets.UTF_8),
                                value),
                        (_, failure) -> {
                            if (failure == null) {
                                written.run();
                            }
                        });
    }

    /** Writes what was seen last, as far as there is time. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (timer.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                write();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (KafkaException | IllegalStateException e) {
            LOGGER.atWarn()
                    .addKeyValue("error", e.toString())
                    .log("The final last-seen times were not written");
        } finally {
            producer.close(CLOSE_TIMEOUT);
        }
    }
}
