package io.postrider.platform.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A record that is processed again: whose it is, and its place and time when it was read first. The topic of retries has it with its
 * bytes, its headers, and headers that name these.
 *
 * @param processor the node that could not process it
 */
public record RetriedRecord(
        String application,
        String processor,
        String topic,
        int partition,
        long offset,
        Instant time)
        implements RecordMetadata {

    private static final String PREFIX = "pr_retry_";
    private static final String APPLICATION = PREFIX + "application";
    private static final String PROCESSOR = PREFIX + "processor";
    private static final String TOPIC = PREFIX + "topic";
    private static final String PARTITION = PREFIX + "partition";
    private static final String OFFSET = PREFIX + "offset";
    private static final String TIME = PREFIX + "time";

    /** The record of a letter. */
    public static RetriedRecord of(DeadLetter letter) {
        return new RetriedRecord(
                letter.application(),
                letter.processor(),
                letter.topic(),
                letter.partition(),
                letter.offset(),
                letter.time());
    }

    /**
     * The record with some headers; empty if it is read for the first time.
     *
     * @param topic topic that it is read from
     */
    static Optional<RetriedRecord> read(@Nullable String topic, Headers headers) {
        if (!Topics.RETRIES.name().equals(topic)) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new RetriedRecord(
                            text(headers, APPLICATION),
                            text(headers, PROCESSOR),
                            text(headers, TOPIC),
                            Integer.parseInt(text(headers, PARTITION)),
                            Long.parseLong(text(headers, OFFSET)),
                            Instant.ofEpochMilli(Long.parseLong(text(headers, TIME)))));
        } catch (NumberFormatException | NullPointerException _) {
            // A record of another writer.
            return Optional.empty();
        }
    }

    /** The headers in the topic of retries. */
    public Headers headers(Map<String, String> own) {
        Headers all = new RecordHeaders();
        own.forEach((name, value) -> all.add(name, value.getBytes(UTF_8)));
        add(all, APPLICATION, application);
        add(all, PROCESSOR, processor);
        add(all, TOPIC, topic);
        add(all, PARTITION, partition);
        add(all, OFFSET, offset);
        add(all, TIME, time.toEpochMilli());
        return all;
    }

    /** The headers that the record had when it was read first. */
    static Headers own(Headers headers) {
        Headers all = new RecordHeaders();
        for (Header header : headers) {
            if (!header.key().startsWith(PREFIX)) {
                all.add(header);
            }
        }
        return all;
    }

    /** The record as it was read first. */
    <K, V> Record<K, V> original(Record<K, V> read) {
        return read.withTimestamp(time.toEpochMilli()).withHeaders(own(read.headers()));
    }

    private static void add(Headers all, String name, Object value) {
        all.add(name, value.toString().getBytes(UTF_8));
    }

    private static String text(Headers headers, String name) {
        return new String(requireNonNull(headers.lastHeader(name)).value(), UTF_8);
    }
}
