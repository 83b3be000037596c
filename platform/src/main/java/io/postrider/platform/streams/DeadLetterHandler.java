package io.postrider.platform.streams;

import static io.postrider.platform.kafka.DeadLetters.source;

import io.postrider.platform.kafka.DeadLetters;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.views.ProjectionStoreException;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.AnyValue;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
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
 * Sets aside a record on which the application's code throws, and lets the application continue. Exceptions of the platform
 * fail the task, and the record is processed again. See KIP-1034.
 */
public final class DeadLetterHandler implements ProcessingExceptionHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(DeadLetterHandler.class);

    /** The number of partitions of each topic; without it, letters go where the hash of their id leads. */
    static final String PARTITIONS = "postrider.partitions";

    /** About letters themselves: were these set aside, each would bring about the next. */
    private static final Set<String> REPORTS =
            Set.of("workspace.report_rejections", "workspace.record_rejected");

    // Private records, which have no headers, use the shipped ids.
    private final AnyValue values = new AnyValue(LockedSchemaIds.shipped());
    private DeadLetters letters = new DeadLetters("", null);

    /** The letters of an application with some settings. */
    public static DeadLetters letters(Map<String, ?> configs) {
        return new DeadLetters(
                String.valueOf(configs.get(StreamsConfig.APPLICATION_ID_CONFIG)),
                configs.get(PARTITIONS) instanceof Integer count
                        ? new Partitions(count)::of
                        : null);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        letters = letters(configs);
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
        if (isOfPlatform(exception)) {
            return Response.fail();
        }
        if (exception instanceof FailedRecordException failed && failed.getCause() != null) {
            return Response.resume(
                    List.of(
                            letters.setAside(
                                    context.processorNodeId(),
                                    failed.record(),
                                    failed.workspace(),
                                    failed.getCause())));
        }
        Throwable thrown = thrown(exception);
        if (context.topic() == null || isOfLetters(context)) {
            LOGGER.atError()
                    .addKeyValue("processor", context.processorNodeId())
                    .addKeyValue("topic", context.topic())
                    .addKeyValue("exception", thrown.getClass().getName())
                    .addKeyValue("at", DeadLetters.place(thrown))
                    .log("A periodic task or a dead-letter record failed");
            return Response.resume();
        }
        return Response.resume(List.of(letter(context, thrown)));
    }

    /** Whether an exception sets its record aside, so that the application continues after it. */
    public static boolean setsAside(Throwable thrown) {
        return switch (thrown) {
            case StackOverflowError _, AssertionError _ -> true;
            case RuntimeException e -> !isOfPlatform(e);
            default -> false;
        };
    }

    /** Whether an exception concerns the platform and not the record. */
    public static boolean isOfPlatform(Throwable thrown) {
        return switch (thrown) {
            case SerializationException _, RecordTooLargeException _ -> false;
            case ProcessorStateException _, InvalidStateStoreException _ -> true;
            case StreamsException e when e.getCause() != null -> isOfPlatform(e.getCause());
            case KafkaException _, RocksDBException _, UncheckedIOException _ -> true;
            case ProjectionStoreException _, ReleaseTooOldException _ -> true;
            default -> false;
        };
    }

    private static boolean isOfLetters(ErrorHandlerContext context) {
        return Topics.DEAD_LETTERS.name().equals(context.topic())
                || isReport(CloudEventHeaders.type(context.headers()));
    }

    /** Whether a command or an event of some type is about dead letters, so that it is never one itself. */
    public static boolean isReport(@Nullable String type) {
        return type != null && REPORTS.contains(type);
    }

    private static Throwable thrown(Exception exception) {
        boolean wrapped =
                exception instanceof StreamsException || exception instanceof RecordFailedException;
        return wrapped && exception.getCause() != null ? exception.getCause() : exception;
    }

    private ProducerRecord<byte[], byte[]> letter(ErrorHandlerContext context, Throwable thrown) {
        RetriedRecord read =
                RetriedRecord.read(context.topic(), context.headers())
                        .orElseGet(() -> readFirst(context));
        return letters.setAside(
                read.processor(),
                source(
                        read.topic(),
                        read.partition(),
                        read.offset(),
                        read.time().toEpochMilli(),
                        RetriedRecord.own(context.headers()),
                        context.sourceRawKey(),
                        context.sourceRawValue()),
                workspace(context),
                thrown);
    }

    private static RetriedRecord readFirst(ErrorHandlerContext context) {
        return new RetriedRecord(
                "",
                context.processorNodeId(),
                context.topic(),
                context.partition(),
                context.offset(),
                Instant.ofEpochMilli(context.timestamp()));
    }

    /** As the headers have it, or the value, if it is one of a private topic. */
    private @Nullable String workspace(ErrorHandlerContext context) {
        String named = CloudEventHeaders.workspace(context.headers());
        return named == null
                ? values.text(context.sourceRawValue(), "workspace").orElse(null)
                : named;
    }
}
