package io.postrider.platform.views;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Queries the metadata of the log; every reply arrives, or fails, within seconds. */
public interface LogProbe extends AutoCloseable {

    /** A topic as the cluster has it; one that is deleted and created again has another id. */
    record TopicFacts(Uuid id, int partitions) {}

    CompletableFuture<Map<String, TopicFacts>> topics(Set<String> names);

    /** The first offsets that are still there. */
    CompletableFuture<Map<TopicPartition, Long>> beginnings(Set<TopicPartition> partitions);

    /**
     * The offsets after the last record that a reader of this isolation level can see, of the partitions whose leaders
     * answer.
     */
    CompletableFuture<PartitionEnds> ends(Set<TopicPartition> partitions, IsolationLevel isolation);

    @Override
    void close();
}
