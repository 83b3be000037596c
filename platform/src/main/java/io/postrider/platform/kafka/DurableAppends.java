package io.postrider.platform.kafka;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Appends records to a topic for callers that wait until every replica has them, and never blocks an event loop. */
public final class DurableAppends implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;

    /** Appends with a producer that does not block; it is closed with this. */
    public DurableAppends(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /** Appends a record. */
    public CompletionStage<Append> append(ProducerRecord<byte[], byte[]> record) {
        CompletableFuture<Append> ended = new CompletableFuture<>();
        try {
            var _ = producer.send(record, (_, failure) -> ended.complete(result(failure)));
        } catch (KafkaException e) {
            ended.complete(result(e));
        }
        return ended;
    }

    private static Append result(@Nullable Exception failure) {
        return switch (failure) {
            case null -> Append.DONE;
            case RecordTooLargeException _ -> Append.TOO_LARGE;
            default -> Append.UNCERTAIN;
        };
    }

    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
