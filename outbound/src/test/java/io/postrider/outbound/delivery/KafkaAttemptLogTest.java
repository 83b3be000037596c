package io.postrider.outbound.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaAttemptLogTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final int RECORD_BYTES_MAX = 1 << 20;

    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor();
    private final Bounded producer = new Bounded();

    @AfterEach
    void close() {
        worker.shutdownNow();
        producer.close();
    }

    /** A producer that takes no larger records than one of Kafka. */
    private static final class Bounded extends MockProducer<byte[], byte[]> {

        Bounded() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(
                ProducerRecord<byte[], byte[]> record, Callback callback) {
            sendException =
                    record.value().length > RECORD_BYTES_MAX
                            ? new RecordTooLargeException("large")
                            : null;
            return super.send(record, callback);
        }
    }

    private final MeterRegistry meters = new SimpleMeterRegistry();

    private KafkaAttemptLog log() {
        return new KafkaAttemptLog(
                Topics.ATTEMPTS, producer, new Partitions(1), IDS, worker, "webhooks", meters);
    }

    @Test
    void anOutcomeWhoseAnswerTheLogDoesNotTakeIsWrittenWithoutIt() throws Exception {
        KafkaAttemptLog log = log();
        Attempt plain =
                Samples.attempt(
                        Samples.delivery(1, Samples.lane(1), Samples.START),
                        1,
                        Samples.START,
                        Attempt.DELIVERED,
                        null);
        Attempt large = answered(plain, "x".repeat(RECORD_BYTES_MAX));
        CountDownLatch written = new CountDownLatch(1);

        log.append(large, written::countDown);

        assertThat(written.await(10, TimeUnit.SECONDS)).isTrue();
        Attempt kept = ValueCodec.attempts(IDS).decode(producer.history().getFirst().value());
        assertThat(kept).isEqualTo(large.withoutAnswer());
        assertThat(kept.outcome()).isEqualTo(Attempt.DELIVERED);
        assertThat(
                        meters.counter(
                                        "postrider.attempts",
                                        "channel",
                                        "webhooks",
                                        "result",
                                        "delivered")
                                .count())
                .isEqualTo(1);
        assertThat(
                        meters.counter(
                                        "postrider.deliveries",
                                        "channel",
                                        "webhooks",
                                        "state",
                                        "delivered")
                                .count())
                .isEqualTo(1);
    }

    @Test
    void metricsCountOnlyWhatHasHappened() {
        KafkaAttemptLog log = log();
        Attempt attempt =
                Samples.attempt(
                        Samples.delivery(1, Samples.lane(1), Samples.START),
                        1,
                        Samples.START,
                        Attempt.EXHAUSTED,
                        null);

        log.append(attempt);
        log.appendUntimed(attempt, null);
        log.discard(attempt, null);

        assertThat(meters.get("postrider.deliveries").counter().count()).isEqualTo(3);
        assertThat(meters.get("postrider.attempts").counter().count()).isEqualTo(2);
        assertThat(meters.get("postrider.attempt.duration").timer().count()).isEqualTo(1);
    }

    @Test
    void anOutcomeIsWrittenAgainUntilTheLogTakesIt() throws Exception {
        Failing failing = new Failing();
        Attempt attempt =
                Samples.attempt(
                        Samples.delivery(1, Samples.lane(1), Samples.START),
                        1,
                        Samples.START,
                        Attempt.DELIVERED,
                        null);
        CountDownLatch written = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();

        try (ScheduledExecutorService hurried = new Hurried()) {
            new KafkaAttemptLog(
                            Topics.ATTEMPTS,
                            failing,
                            new Partitions(1),
                            IDS,
                            hurried,
                            "webhooks",
                            new SimpleMeterRegistry())
                    .append(
                            attempt,
                            () -> {
                                times.incrementAndGet();
                                written.countDown();
                            });
            assertThat(written.await(10, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(failing.sends).hasValue(Failing.FAILURES + 1);
        assertThat(times).hasValue(1);
        assertThat(failing.history())
                .extracting(record -> ValueCodec.attempts(IDS).decode(record.value()))
                .containsExactly(attempt);
    }

    /** A producer whose log is away at first, which the call tells or its callback. */
    private static final class Failing extends MockProducer<byte[], byte[]> {

        static final int FAILURES = 20;

        final AtomicInteger sends = new AtomicInteger();

        Failing() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(
                ProducerRecord<byte[], byte[]> record, Callback callback) {
            int number = sends.incrementAndGet();
            if (number > FAILURES) {
                return super.send(record, callback);
            }
            TimeoutException away = new TimeoutException("no broker");
            if (number % 2 == 0) {
                throw away;
            }
            callback.onCompletion(null, away);
            return CompletableFuture.failedFuture(away);
        }
    }

    /** Waits for nothing. */
    private static final class Hurried extends ScheduledThreadPoolExecutor {

        Hurried() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            return super.schedule(command, 0, unit);
        }
    }

    private static Attempt answered(Attempt attempt, String body) {
        return new Attempt(
                attempt.id(),
                attempt.delivery(),
                attempt.workspace(),
                attempt.endpoint(),
                attempt.eventId(),
                attempt.eventType(),
                attempt.number(),
                attempt.at(),
                attempt.durationMs(),
                attempt.outcome(),
                attempt.statusCode(),
                attempt.error(),
                attempt.requestHeaders(),
                Map.of(),
                body,
                false,
                attempt.nextAttemptAt());
    }
}
