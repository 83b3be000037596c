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
     * Is called in place of {@link #apply} for a record that it threw on. A view that must not show an older state as the newest
     * one makes what the record is about unknown here.
     */
    default void passOver(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {}

    /**
     * Deletes what is kept no longer; called every minute for a store that is made of one topic.
     *
     * @param snapshot the store without the batch
     */
    default void sweep(ProjectionSnapshot snapshot, ProjectionBatch batch) {}

    /** Names the shape of what it writes: a store written under another name is rebuilt from the log. */
    String layout();
}
