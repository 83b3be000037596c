package io.postrider.runtime.streams;

import static io.postrider.runtime.kafka.DeadLetters.source;

import io.postrider.runtime.kafka.DeadLetters;
import io.postrider.runtime.views.ViewStoreException;
import io.postrider.schemas.codec.CloudEventHeaders;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
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
 * Sets a record aside on which our own code throws, and lets its application go on. What the platform raises fails the task, and
 * the record comes again. See KIP-1034.
 */
public final class DeadLetterHandler implements ProcessingExceptionHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(DeadLetterHandler.class);

    private DeadLetters letters = new DeadLetters("");

    @Override
    public void configure(Map<String, ?> configs) {
        letters = new DeadLetters(String.valueOf(configs.get(StreamsConfig.APPLICATION_ID_CONFIG)));
    }

    @Override
    public Response handleError(
            ErrorHandlerContext context, @Nullable Record<?, ?> record, Exception exception) {
        if (isOfPlatform(exception)) {
            return Response.fail();
        }
        Throwable thrown = thrown(exception);
        if (context.topic() == null) {
            LOGGER.atError()
                    .addKeyValue("processor", context.processorNodeId())
                    .addKeyValue("exception", thrown.getClass().getName())
                    .addKeyValue("at", DeadLetters.place(thrown))
                    .log("A round failed");
            return Response.resume();
        }
        return Response.resume(
                List.of(
                        letters.setAside(
                                context.processorNodeId(),
                                source(
                                        context.topic(),
                                        context.partition(),
                                        context.offset(),
                                        context.timestamp(),
                                        context.headers(),
                                        context.sourceRawKey(),
                                        context.sourceRawValue()),
                                CloudEventHeaders.workspace(context.headers()),
                                thrown)));
    }

    /** Whether what was thrown on a record sets it aside, so that the application goes on behind it. */
    public static boolean setsAside(Throwable thrown) {
        return switch (thrown) {
            case StackOverflowError _, AssertionError _ -> true;
            case RuntimeException e -> !isOfPlatform(e);
            default -> false;
        };
    }

    /** Whether what was thrown says something about the platform, not about the record. */
    public static boolean isOfPlatform(Throwable thrown) {
        return switch (thrown) {
            case SerializationException _, RecordTooLargeException _ -> false;
            case ProcessorStateException _, InvalidStateStoreException _ -> true;
            case StreamsException e when e.getCause() != null -> isOfPlatform(e.getCause());
            case KafkaException _, RocksDBException _, UncheckedIOException _ -> true;
            case ViewStoreException _, ReleaseTooOldException _ -> true;
            default -> false;
        };
    }

    private static Throwable thrown(Exception exception) {
        boolean wrapped =
                exception instanceof StreamsException || exception instanceof ErrorOnRecord;
        return wrapped && exception.getCause() != null ? exception.getCause() : exception;
    }
}
