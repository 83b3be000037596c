package io.postrider.projections.lists;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a page that one partition has.
 *
 * @param rows in list order
 * @param stoppedAt the place up to which the list was looked at; null if the part is complete
 * @param <T> the resource
 */
@SuppressWarnings("ArrayRecordComponent")
record Rows<T>(List<Row<T>> rows, byte @Nullable [] stoppedAt) {

    /**
     * A resource in a list.
     *
     * @param version of its aggregate
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Row<T>(byte[] place, T resource, long version) {}
}
