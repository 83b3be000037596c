package io.postrider.platform.views;

import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The ends of partitions, as far as their leaders answered. A partition whose leader did not answer has no end here: its end is
 * unknown, and never 0.
 *
 * @param answered the ends of the partitions that have one
 */
public record PartitionEnds(Map<TopicPartition, Long> answered) {

    public PartitionEnds {
        answered = Map.copyOf(answered);
    }

    /** The end of a partition; empty if its leader did not answer. */
    public OptionalLong of(TopicPartition partition) {
        Long end = answered.get(partition);
        return end == null ? OptionalLong.empty() : OptionalLong.of(end);
    }

    /**
     * The end of a partition.
     *
     * @throws TimeoutException if its leader did not answer
     */
    public long require(TopicPartition partition) {
        return of(partition)
                .orElseThrow(() -> new TimeoutException("No answer for the end of " + partition));
    }
}
