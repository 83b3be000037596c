package io.postrider.runtime.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Makes dead letters of records that an application could not process. */
public final class DeadLetterRecords {

    public static final int VALUE_MAX = 1 << 20;
    public static final int MESSAGE_MAX = 1 << 10;

    private static final byte[] NOTHING = {};
    private static final ValueCodec<DeadLetter> CODEC =
            ValueCodec.deadLetters(LockedSchemaIds.shipped());

    private DeadLetterRecords() {}

    /**
     * A dead letter.
     *
     * @param processor the part of the application that failed
     * @param thrown by it
     */
    public static ProducerRecord<byte[], byte[]> of(
            String application,
            String processor,
            ConsumerRecord<byte[], byte[]> record,
            Throwable thrown) {
        byte[] value = requireNonNullElse(record.value(), NOTHING);
        DeadLetter letter =
                new DeadLetter(
                        application,
                        processor,
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        record.key(),
                        value.length > VALUE_MAX ? Arrays.copyOf(value, VALUE_MAX) : value,
                        value.length,
                        sha256(value),
                        texts(record.headers()),
                        CloudEventHeaders.workspace(record.headers()),
                        thrown.getClass().getName(),
                        cut(requireNonNullElse(thrown.getMessage(), "")),
                        Instant.now().truncatedTo(ChronoUnit.MILLIS));
        return new ProducerRecord<>(
                Topics.DEAD_LETTERS.name(), letter.id().getBytes(UTF_8), CODEC.encode(letter));
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
