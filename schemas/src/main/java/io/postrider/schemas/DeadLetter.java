package io.postrider.schemas;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record that an application could not process.
 *
 * @param application the id of the Kafka Streams application
 * @param processor the node of the topology that failed
 * @param topic the topic of the record, as partition and offset are its partition and offset
 * @param time the time of the record
 * @param key the key of the record; null for none
 * @param value the value of the record, as far as a record of 1 MiB has room; empty for none
 * @param length the length of the whole value in bytes
 * @param sha256 the SHA-256 of the whole value in hexadecimal digits
 * @param headers the headers of the record: the first KiB of each of the first 64; of several with one name the last one
 * @param workspace the workspace in the headers of the record; null for none
 * @param exception the class of the exception
 * @param message the message of the exception, its first KiB; it may contain contents of the record
 * @param at the time at which it was moved to the dead-letter topic
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are stored.
public record DeadLetter(
        String application,
        String processor,
        String topic,
        int partition,
        long offset,
        Instant time,
        byte @Nullable [] key,
        byte[] value,
        int length,
        String sha256,
        Map<String, String> headers,
        @Nullable String workspace,
        String exception,
        String message,
        Instant at) {

    public DeadLetter {
        headers = Map.copyOf(headers);
    }

    /** The same letter without the bytes of the record. */
    public DeadLetter withoutContents() {
        return new DeadLetter(
                application,
                processor,
                topic,
                partition,
                offset,
                time,
                null,
                new byte[0],
                length,
                sha256,
                headers,
                workspace,
                exception,
                message,
                at);
    }

    /** The key of its record: a repeated failure has the same key. */
    public String id() {
        return application + "/" + topic + "/" + partition + "/" + offset;
    }

    /** The key of the record of a letter beyond the limit of its workspace, which only counts; the next one replaces it. */
    public String beyondId() {
        return application + "/" + workspace;
    }
}
