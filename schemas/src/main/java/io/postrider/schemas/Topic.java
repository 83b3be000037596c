package io.postrider.schemas;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One topic of the catalogue: its name, who may read it, how long it is kept and what a power cut may take.
 *
 * @param name the Kafka topic name
 * @param audience whether outside readers may depend on it
 * @param cleanup how old records go away
 * @param retention how long records are kept; null keeps them for ever
 * @param record whether it is a topic of record, flushed to disk on every append in {@code fsync} durability
 */
public record Topic(
        String name,
        Audience audience,
        Cleanup cleanup,
        @Nullable Duration retention,
        boolean record) {

    /** Who may read a topic. */
    public enum Audience {
        PUBLIC,
        PRIVATE
    }

    /** Kafka's cleanup policy of a topic. */
    public enum Cleanup {
        DELETE,
        COMPACT,

        /** The newest record of each key, for as long as the retention says. */
        COMPACT_DELETE
    }

    /** The schema subject of the topic's values, as Confluent's topic name strategy has it. */
    public String subject() {
        return name + "-value";
    }

    @Override
    public String toString() {
        return name;
    }
}
