package io.postrider.runtime.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
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

    static final int VALUE_MAX = 1 << 20;
    static final int MESSAGE_MAX = 1 << 10;

    private static final Logger LOGGER = LoggerFactory.getLogger(DeadLetterHandler.class);
    private static final byte[] NOTHING = {};

    private final ValueCodec<DeadLetter> codec = ValueCodec.deadLetters(LockedSchemaIds.shipped());
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
        return round
                ? Response.resume()
                : Response.resume(List.of(produced(letter(context, thrown))));
    }

    /** Whether an exception says something about the platform, not about the record. */
    static boolean isOfPlatform(Throwable exception) {
        return switch (exception) {
            case SerializationException _, RecordTooLargeException _ -> false;
            case ProcessorStateException _, InvalidStateStoreException _ -> true;
            case StreamsException e when e.getCause() != null -> isOfPlatform(e.getCause());
            case KafkaException _, RocksDBException _, UncheckedIOException _ -> true;
            case ReleaseTooOldException _ -> true;
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

    private DeadLetter letter(ErrorHandlerContext context, Throwable thrown) {
        byte[] value = requireNonNullElse(context.sourceRawValue(), NOTHING);
        return new DeadLetter(
                application,
                context.processorNodeId(),
                context.topic(),
                context.partition(),
                context.offset(),
                context.sourceRawKey(),
                value.length > VALUE_MAX ? Arrays.copyOf(value, VALUE_MAX) : value,
                value.length,
                sha256(value),
                texts(context.headers()),
                CloudEventHeaders.workspace(context.headers()),
                thrown.getClass().getName(),
                cut(requireNonNullElse(thrown.getMessage(), "")),
                Instant.now().truncatedTo(ChronoUnit.MILLIS));
    }

    private ProducerRecord<byte[], byte[]> produced(DeadLetter letter) {
        return new ProducerRecord<>(
                Topics.DEAD_LETTERS.name(), letter.id().getBytes(UTF_8), codec.encode(letter));
    }

    private static Map<String, String> texts(Headers headers) {
        Map<String, String> all = new HashMap<>();
        for (Header header : headers) {
            all.put(header.key(), new String(requireNonNullElse(header.value(), NOTHING), UTF_8));
        }
        return all;
    }

    private static String cut(String message) {
        return message.substring(0, Math.min(message.length(), MESSAGE_MAX));
    }

    private static String sha256(byte[] value) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
