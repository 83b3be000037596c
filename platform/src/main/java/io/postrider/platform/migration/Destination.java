package io.postrider.platform.migration;

import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Topic;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The partitions of a store in another cluster, as seen from one partition of it in this cluster. */
public interface Destination {

    /** The number of the partition that the entries come from. */
    int from();

    /** The number of partitions that the store has in this cluster. */
    int sources();

    /** The partitions of the other cluster. */
    Partitions partitions();

    /** Puts an entry into a partition. */
    void put(int partition, byte[] key, byte[] value);

    /** An entry of a store of the same application, in the partition that the entries come from. */
    byte @Nullable [] find(String store, byte[] key);

    /** The last key of a store of the same application, in the partition that the entries come from. */
    byte @Nullable [] last(String store);

    /** The offset behind the records that the application has processed, in a partition of a topic of the other cluster. */
    long processed(Topic topic, int partition);

    /** Puts an entry into the partition of its aggregate. */
    default void put(String aggregate, byte[] key, byte[] value) {
        put(partitions().of(aggregate), key, value);
    }

    /** Puts an entry whose partition cannot be told into all of them, where what is never asked for expires. */
    default void putEverywhere(byte[] key, byte[] value) {
        for (int partition = 0; partition < partitions().count(); partition++) {
            put(partition, key, value);
        }
    }

    /** The partitions that take from this one what a partition has once. */
    default List<Integer> heirs() {
        return IntStream.range(0, partitions().count())
                .filter(partition -> partition % sources() == from())
                .boxed()
                .toList();
    }
}
