package io.postrider.identity.ratelimit;

import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.threads.FailedThread;
import io.postrider.schemas.QuotaUse;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the granted requests to the other nodes, and to this one after a restart: once a second, and at once for a caller
 * that uses its quota fast.
 */
final class UsagePublisher implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(UsagePublisher.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** Newer counts replace those that are not written within seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ClusterRateLimiter quotas;
    private final ValueCodec<QuotaUse> codec;
    private final Producer<byte[], byte[]> producer;
    private final FailedThread failed = new FailedThread();
    private final Thread thread =
            Thread.ofPlatform()
                    .daemon()
                    .name("quotas-out")
                    .uncaughtExceptionHandler(failed)
                    .unstarted(this::run);

    UsagePublisher(KafkaClients clients, ClusterRateLimiter quotas, SchemaIds ids) {
        this.quotas = quotas;
        this.codec = ValueCodec.quotas(ids);
        this.producer = clients.bestEffort(PATIENCE, Topics.QUOTAS);
    }

    void start() {
        thread.start();
    }

    /** Completes when the thread has died: then other nodes get no counts of this one. */
    CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    private void run() {
        long tick = System.nanoTime() + EVERY.toNanos();
        while (!Thread.currentThread().isInterrupted()) {
            try {
                long left = tick - System.nanoTime();
                if (left > 0) {
                    quotas.urgent(Duration.ofNanos(left)).forEach(this::send);
                } else {
                    tick = System.nanoTime() + EVERY.toNanos();
                    quotas.all().forEach(this::send);
                }
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private void send(QuotaUse use) {
        try {
            var _ =
                    producer.send(
                            new ProducerRecord<>(
                                    Topics.QUOTAS.name(),
                                    use.caller().getBytes(StandardCharsets.UTF_8),
                                    codec.encode(use)),
                            (_, failure) -> {
                                if (failure != null) {
                                    lost(use, failure);
                                }
                            });
        } catch (RuntimeException e) {
            // Catches every exception: the thread would end, and nothing would be published any
            // more.
            lost(use, e);
        }
    }

    private void lost(QuotaUse use, Exception failure) {
        quotas.untold(use);
        LOGGER.atDebug()
                .addKeyValue("error", failure.toString())
                .log("Rate-limit usage was not written; retrying");
    }

    /** Writes the newest counts, as far as the time suffices. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            if (thread.join(CLOSE_TIMEOUT)) {
                quotas.all().forEach(this::send);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            producer.close(PATIENCE);
        }
    }
}
