package io.postrider.identity.ratelimit;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.threads.FailedThread;
import io.postrider.schemas.QuotaUse;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
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
    private static final int DELIVERY_MILLIS = 2_000;

    private final ClusterRateLimiter quotas;
    private final ValueCodec<QuotaUse> codec;
    private final KafkaProducer<byte[], byte[]> producer;
    private final FailedThread failed = new FailedThread();
    private final Thread thread =
            Thread.ofPlatform()
                    .daemon()
                    .name("quotas-out")
                    .uncaughtExceptionHandler(failed)
                    .unstarted(this::run);

    UsagePublisher(KafkaSettings log, ClusterRateLimiter quotas, SchemaIds ids) {
        this.quotas = quotas;
        this.codec = ValueCodec.quotas(ids);
        Map<String, Object> config = Connections.to(log);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "postrider-quotas-" + log.nodeId());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, HeapBounds.SMALL_PRODUCER);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) DELIVERY_MILLIS);
        Connections.delivery(
                config, Duration.ofMillis(DELIVERY_MILLIS), Duration.ofMillis(DELIVERY_MILLIS));
        config.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        this.producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
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
            producer.close(Duration.ofMillis(DELIVERY_MILLIS));
        }
    }
}
