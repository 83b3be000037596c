package io.postrider.schemas;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A topic of the catalogue: its name, readers, retention and durability.
 *
 * @param name the Kafka topic name, with the prefix of the installation
 * @param audience whether external readers may depend on it
 * @param cleanup the cleanup policy
 * @param retention the retention of records; null for unlimited
 * @param record whether it is a topic of record, flushed to disk on every append in {@code fsync} durability
 */
public record Topic(
        String name,
        Audience audience,
        Cleanup cleanup,
        @Nullable Duration retention,
        boolean record) {

    /** The readers of a topic. */
    public enum Audience {
        PUBLIC,
        PRIVATE
    }

    /** Kafka's cleanup policy of a topic. */
    public enum Cleanup {
        DELETE,
        COMPACT,

        /** The newest record of each key, within the retention. */
        COMPACT_DELETE
    }

    /** The schema subject of the topic's values, by Confluent's topic name strategy. */
    public String subject() {
        return name + "-value";
    }

    @Override
    public String toString() {
        return name;
    }
}
