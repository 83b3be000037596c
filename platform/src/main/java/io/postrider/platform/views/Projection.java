package io.postrider.platform.views;

import io.postrider.schemas.Topic;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A read model: turns records of some topics into keys and values of a {@link ProjectionStore}. */
public interface Projection {

    /** The topics whose records it wants. */
    Set<Topic> topics();

    /**
     * Writes what one record changes; called by one thread, in offset order within a partition and in no promised order
     * across partitions. If it throws, nothing it wrote for this record is kept and the record is skipped for it.
     */
    void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch);

    /**
     * Called instead of {@link #apply} for a record that it threw on. A view that must not show an older state as the newest
     * one marks the record's aggregate as unknown here.
     */
    default void passOver(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {}

    /**
     * Deletes expired entries; called every minute for a store of one topic.
     *
     * @param snapshot the store without the batch
     */
    default void sweep(ProjectionSnapshot snapshot, ProjectionBatch batch) {}

    /** The name of its storage format: a store written under another name is rebuilt from the log. */
    String layout();
}
