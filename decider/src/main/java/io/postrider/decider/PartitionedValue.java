package io.postrider.decider;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * A record value together with the partition it must go to: the one its command came from, so that a command and its
 * events have the same number and one task's results never meet another's.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are written.
record PartitionedValue(int partition, byte[] value) {

    /** Sends a value to its partition. */
    static final StreamPartitioner<byte[], PartitionedValue> PARTITIONER =
            (topic, key, placed, partitions) ->
                    Optional.of(Set.of(checked(placed, partitions, topic)));

    /** Writes the value alone. */
    static final Serializer<PartitionedValue> SERIALIZER = (_, placed) -> placed.value();

    private static int checked(PartitionedValue placed, int partitions, String topic) {
        if (placed.partition() >= partitions) {
            // The topic is at fault, and no record may be set aside for it.
            throw new StreamsException(
                    "partition " + placed.partition() + " of " + topic + " with " + partitions);
        }
        return placed.partition();
    }
}
