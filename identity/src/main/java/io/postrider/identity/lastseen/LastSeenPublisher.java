package io.postrider.identity.lastseen;

import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.threads.FailedThread;
import io.postrider.schemas.LastSeen;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the last-seen times of this node to the other nodes, and to itself after a restart: once a minute, the newest of
 * each subject, on a thread of its own. A failed write is repeated with the next one.
 */
public final class LastSeenPublisher implements AutoCloseable {

    /** Maximum delay until other nodes read a last-seen time. */
    public static final Duration EVERY = Duration.ofMinutes(1);

    private static final Logger LOGGER = LoggerFactory.getLogger(LastSeenPublisher.class);

    /** A round with many subjects waits until the first ones are written. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

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
     * @param producer producer with {@code acks=all}; closed with this publisher
     * @param stored records of the log, including those that memory has no room for
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

    /** Begins to write. */
    public static LastSeenPublisher start(
            KafkaClients clients,
            LastSeenTracker lastSeen,
            LastSeenLog stored,
            SchemaIds ids,
            Duration every) {
        LastSeenPublisher started =
                new LastSeenPublisher(
                        clients.bestEffort(PATIENCE, Topics.LAST_SEEN), lastSeen, stored, ids);
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

    /** Completes when nothing more is written: then other nodes take subjects active on this node for inactive. */
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
            // Catches every exception: a round that throws would be the last one.
            LOGGER.atWarn()
                    .addKeyValue("error", e.toString())
                    .log("Last-seen times were not written; retrying");
        }
    }

    /** Writes the times that the log does not have yet, and removes those that they replace. */
    void write() {
        for (Seen seen : lastSeen.unwritten()) {
            LastSeen value = lastSeen.sealed(seen);
            send(seen.subject(), codec.encode(value), () -> lastSeen.written(seen, value));
        }
        lastSeen.reassign();
        lastSeen.takeReplaced().forEach(this::remove);
    }

    /** Removes the records from the log that are not needed any more. */
    void sweep() {
        lastSeen.over().forEach(this::remove);
    }

    /**
     * Removes unneeded records that memory does not have: there was no room for them, or more secrets were replaced than one
     * write removes.
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

    /** Writes the newest times, as far as the time suffices. */
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
