package io.postrider.schemas;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record that an application could not process.
 *
 * @param application the id of the Kafka Streams application
 * @param processor the node of its topology that failed
 * @param topic which the record was read from, as are its partition and its offset
 * @param time of the record
 * @param key of the record; null where it has none
 * @param value of the record; as much of it as a record of a MiB holds, and empty where it has none
 * @param length of the whole value in bytes
 * @param sha256 of the whole value, in hexadecimal
 * @param headers of the record, the first KiB of each of the first 64; of several of one name the last one
 * @param workspace which the headers of the record name; null where they name none
 * @param exception the class of what was thrown
 * @param message of the exception, its first KiB; it may contain contents of the record
 * @param at when it was moved to the dead-letter topic
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and bytes are what is stored.
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

    /** The key of its record: the same failure met twice gives one record. */
    public String id() {
        return application + "/" + topic + "/" + partition + "/" + offset;
    }

    /** The key of the record of a letter that only counts, since its workspace has too many; the next one replaces it. */
    public String beyondId() {
        return application + "/" + workspace;
    }
}
