package io.postrider.platform.views;

import io.postrider.platform.kafka.DeadLetters;
import io.postrider.schemas.codec.CloudEventHeaders;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes dead letters of the records that the views of a runner pass over, so far as the log takes them. Every node writes the
 * same key, of which the topic keeps one. The producer is opened with the first letter.
 */
final class ProjectionLetters implements AutoCloseable {

    static final int LETTERS_MAX = 10_000;

    private static final Logger LOGGER = LoggerFactory.getLogger(ProjectionLetters.class);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

    private final DeadLetters letters;
    private final Supplier<Producer<byte[], byte[]>> producers;
    private @Nullable Producer<byte[], byte[]> producer;
    private int written;

    ProjectionLetters(String runner, Supplier<Producer<byte[], byte[]>> producers) {
        this.letters = new DeadLetters(DeadLetters.VIEWS + runner, null);
        this.producers = producers;
    }

    synchronized void write(String view, ConsumerRecord<byte[], byte[]> record, Throwable thrown) {
        if (written++ >= LETTERS_MAX) {
            return;
        }
        try {
            Producer<byte[], byte[]> open = producer == null ? producers.get() : producer;
            producer = open;
            var _ =
                    open.send(
                            letters.of(
                                    view,
                                    record,
                                    CloudEventHeaders.workspace(record.headers()),
                                    thrown),
                            (_, failure) -> {
                                if (failure != null) {
                                    lost(failure);
                                }
                            });
        } catch (KafkaException | IllegalStateException e) {
            lost(e);
        }
    }

    private static void lost(Exception failure) {
        LOGGER.atWarn()
                .addKeyValue("error", failure.toString())
                .log("A dead letter was not written");
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(LONGEST_CLOSE);
        }
    }
}
