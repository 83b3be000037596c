package io.postrider.outbound.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.traces.LogFields;
import io.postrider.platform.traces.TraceParent;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes outcomes to the attempt topic, however long that takes: an outcome that is not in the log has not happened, and
 * its delivery stays in hand until it is.
 */
public final class KafkaAttemptLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(KafkaAttemptLog.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Topic topic;
    private final Producer<byte[], byte[]> producer;
    private final Partitions partitions;
    private final ValueCodec<Attempt> codec;
    private final ScheduledExecutorService worker;
    private final AttemptMeters meters;

    /**
     * Writes to a topic of attempts.
     *
     * @param worker where the log is written from; the producer may block, and an HTTP thread must not
     * @param channel what the deliveries are, for metrics
     */
    public KafkaAttemptLog(
            Topic topic,
            Producer<byte[], byte[]> producer,
            Partitions partitions,
            SchemaIds ids,
            ScheduledExecutorService worker,
            String channel,
            MeterRegistry meters) {
        this.meters = new AttemptMeters(meters, channel);
        this.topic = topic;
        this.producer = producer;
        this.partitions = partitions;
        this.codec = ValueCodec.attempts(topic, ids);
        this.worker = worker;
    }

    /** Writes an outcome; tries again until it is written or the process ends. */
    public void append(Attempt attempt) {
        append(attempt, () -> {});
    }

    /**
     * The same as part of a trace.
     *
     * @param traceparent the W3C trace context of the delivery; null if it belongs to no trace
     */
    public void append(Attempt attempt, @Nullable String traceparent) {
        meters.count(attempt);
        execute(new Entry(attempt, traceparent, () -> {}));
    }

    /** The same for an attempt that sent nothing, or whose end is not known: metrics count it without a duration. */
    public void appendUntimed(Attempt attempt, @Nullable String traceparent) {
        meters.countUntimed(attempt);
        execute(new Entry(attempt, traceparent, () -> {}));
    }

    /** The same for a delivery that ends without an attempt: metrics count the delivery only. */
    public void discard(Attempt attempt, @Nullable String traceparent) {
        meters.countDiscarded(attempt);
        execute(new Entry(attempt, traceparent, () -> {}));
    }

    /** Writes an outcome, and goes on once it is written. */
    public void append(Attempt attempt, Runnable written) {
        meters.count(attempt);
        execute(new Entry(attempt, null, written));
    }

    /** An outcome that is to be written. */
    private record Entry(Attempt attempt, @Nullable String traceparent, Runnable written) {}

    /** Notes how many deliveries of a partition have not ended, for metrics. */
    public void load(int partition, PartitionLoad load) {
        meters.load(partition, load);
    }

    /** Counts a delivery that its consumer has acknowledged, whose outcome the API has written. */
    public void countAcknowledged() {
        meters.countAcknowledged();
    }

    /** Shows how many deliveries of the fullest lane have not ended. */
    public void showBacklog(String bound, Backlog backlog) {
        meters.showBacklog(bound, backlog);
    }

    private void execute(Entry entry) {
        worker.execute(() -> send(entry));
    }

    private void send(Entry entry) {
        Attempt attempt = entry.attempt();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(
                        topic.name(),
                        partitions.of(attempt.endpoint()),
                        attempt.endpoint().getBytes(StandardCharsets.US_ASCII),
                        codec.encode(attempt));
        TraceParent.put(record.headers(), entry.traceparent());
        try {
            var _ =
                    producer.send(
                            record,
                            (_, error) -> {
                                if (error == null) {
                                    entry.written().run();
                                } else {
                                    again(entry, error);
                                }
                            });
        } catch (KafkaException e) {
            again(entry, e);
        }
    }

    private void again(Entry entry, Exception error) {
        Attempt attempt = entry.attempt();
        if (error instanceof RecordTooLargeException && attempt.responseBody() != null) {
            // Without its outcome a delivery would never end.
            execute(new Entry(attempt.withoutAnswer(), entry.traceparent(), entry.written()));
            return;
        }
        LogFields.trace(LOGGER.atWarn(), entry.traceparent())
                .addKeyValue("delivery", attempt.delivery())
                .addKeyValue(LogFields.WORKSPACE, attempt.workspace())
                .addKeyValue("error", error.toString())
                .log("A delivery outcome could not be written; retrying");
        if (!worker.isShutdown()) {
            var _ = worker.schedule(() -> send(entry), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
