package io.postrider.identity.ratelimit;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.threads.FailedThread;
import io.postrider.platform.views.Progress;
import io.postrider.schemas.QuotaUse;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the granted requests of all nodes. Only the current minutes matter, so it stores nothing on disk. */
final class UsageConsumer implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(UsageConsumer.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = Duration.ofMillis(250).toNanos();

    /** A window and the maximum difference between the clocks of nodes. */
    private static final long BACK_MILLIS = 2 * RateWindow.WINDOW_MILLIS;

    private final KafkaSettings log;
    private final ClusterRateLimiter quotas;
    private final ValueCodec<QuotaUse> codec;
    private final InstantSource clock;
    private final CompletableFuture<Void> caughtUp = new CompletableFuture<>();
    private final FailedThread failed = new FailedThread();
    private final Thread thread =
            Thread.ofPlatform()
                    .daemon()
                    .name("quotas-in")
                    .uncaughtExceptionHandler(failed)
                    .unstarted(this::run);
    private volatile boolean closed;
    private volatile long passed;
    private volatile long total;

    UsageConsumer(
            KafkaSettings log, ClusterRateLimiter quotas, SchemaIds ids, InstantSource clock) {
        this.log = log;
        this.quotas = quotas;
        this.codec = ValueCodec.quotas(ids);
        this.clock = clock;
    }

    void start() {
        thread.start();
    }

    /** Completes when everything that was in the log at the start has been read. */
    CompletableFuture<Void> caughtUp() {
        return caughtUp;
    }

    Progress progress() {
        return new Progress(passed, total, caughtUp.isDone());
    }

    /** Completes when the thread has died: then this node gets no counts of others. */
    CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    private void run() {
        while (!closed) {
            try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings())) {
                read(consumer);
            } catch (WakeupException _) {
                return;
            } catch (RuntimeException e) {
                // Catches every exception: the thread would end, and this node would read no counts
                // any more.
                LOGGER.atWarn()
                        .addKeyValue("error", e.toString())
                        .log("Rate-limit usage of other nodes cannot be read at the moment");
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer) {
        List<TopicPartition> all =
                IntStream.range(0, log.partitions())
                        .mapToObj(number -> new TopicPartition(Topics.QUOTAS.name(), number))
                        .toList();
        consumer.assign(all);
        Map<TopicPartition, Long> ends = consumer.endOffsets(all);
        seek(consumer, all, ends);
        long begin = positions(consumer, all);
        total = ends.values().stream().mapToLong(Long::longValue).sum() - begin;
        while (!closed) {
            consumer.poll(POLL).forEach(this::apply);
            passed = positions(consumer, all) - begin;
            if (!caughtUp.isDone()
                    && all.stream()
                            .allMatch(one ->
                                    consumer.position(one) >= requireNonNull(ends.get(one)))) {
                caughtUp.complete(null);
            }
        }
    }

    private static long positions(
            KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> all) {
        return all.stream().mapToLong(consumer::position).sum();
    }

    private void seek(
            KafkaConsumer<byte[], byte[]> consumer,
            List<TopicPartition> all,
            Map<TopicPartition, Long> ends) {
        long since = clock.millis() - BACK_MILLIS;
        Map<TopicPartition, OffsetAndTimestamp> begins =
                consumer.offsetsForTimes(
                        all.stream().collect(Collectors.toMap(Function.identity(), _ -> since)));
        all.forEach(one -> {
            OffsetAndTimestamp begin = begins.get(one);
            consumer.seek(one, begin == null ? requireNonNull(ends.get(one)) : begin.offset());
        });
    }

    /** Applies a record; one that cannot be decoded is skipped. */
    void apply(ConsumerRecord<byte[], byte[]> record) {
        try {
            quotas.apply(codec.decode(record.value()));
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            // Reading continues after it: a restarted consumer would find it again.
            LOGGER.atWarn()
                    .addKeyValue("exception", e.getClass().getName())
                    .addKeyValue("partition", record.partition())
                    .addKeyValue("offset", record.offset())
                    .log("A rate-limit usage record cannot be read; skipping it");
        }
    }

    private Map<String, Object> settings() {
        Map<String, Object> config = Connections.to(log);
        config.put(ConsumerConfig.CLIENT_ID_CONFIG, "postrider-quotas-" + log.nodeId());
        config.put(
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class.getName());
        config.put(
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class.getName());
        // Records that retention removed are not needed.
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return config;
    }

    @Override
    public void close() {
        closed = true;
        try {
            // The thread checks after every poll whether it is closed.
            if (!thread.join(CLOSE_TIMEOUT)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
