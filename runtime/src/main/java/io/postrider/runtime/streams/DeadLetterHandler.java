package io.postrider.runtime.streams;

import io.postrider.runtime.kafka.DeadLetterRecords;
import io.postrider.runtime.views.ViewStoreException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets a record aside on which our own code throws, and lets its application go on. What the platform raises fails the task, and
 * the record comes again. See KIP-1034.
 */
public final class DeadLetterHandler implements ProcessingExceptionHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(DeadLetterHandler.class);
    private String application = "";

    @Override
    public void configure(Map<String, ?> configs) {
        application = String.valueOf(configs.get(StreamsConfig.APPLICATION_ID_CONFIG));
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
        if (isOfPlatform(exception)) {
            return Response.fail();
        }
        Throwable thrown = thrown(exception);
        LOGGER.atError()
                .addKeyValue("application", application)
                .addKeyValue("processor", context.processorNodeId())
                .addKeyValue("topic", context.topic())
                .addKeyValue("partition", context.partition())
                .addKeyValue("offset", context.offset())
                .addKeyValue("exception", thrown.getClass().getName())
                .addKeyValue("at", place(thrown))
                .log("A record was set aside");
        boolean round = context.topic() == null;
        return round ? Response.resume() : Response.resume(List.of(letter(context, thrown)));
    }

    /** Whether an exception says something about the platform, not about the record. */
    static boolean isOfPlatform(Throwable exception) {
        return switch (exception) {
            case SerializationException _, RecordTooLargeException _ -> false;
            case ProcessorStateException _, InvalidStateStoreException _ -> true;
            case StreamsException e when e.getCause() != null -> isOfPlatform(e.getCause());
            case KafkaException _, RocksDBException _, UncheckedIOException _ -> true;
            case ReleaseTooOldException _, ViewStoreException _ -> true;
            default -> false;
        };
    }

    /** Where something was thrown, in place of its message, which may contain contents of a record. */
    static String place(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("unknown");
    }

    private static Throwable thrown(Exception exception) {
        boolean wrapped =
                exception instanceof StreamsException || exception instanceof ErrorOnRecord;
        return wrapped && exception.getCause() != null ? exception.getCause() : exception;
    }

    private ProducerRecord<byte[], byte[]> letter(ErrorHandlerContext context, Throwable thrown) {
        return DeadLetterRecords.of(
                application,
                context.processorNodeId(),
                new ConsumerRecord<>(
                        context.topic(),
                        context.partition(),
                        context.offset(),
                        context.timestamp(),
                        TimestampType.CREATE_TIME,
                        ConsumerRecord.NULL_SIZE,
                        ConsumerRecord.NULL_SIZE,
                        context.sourceRawKey(),
                        context.sourceRawValue(),
                        context.headers(),
                        Optional.empty()),
                thrown);
    }
}
