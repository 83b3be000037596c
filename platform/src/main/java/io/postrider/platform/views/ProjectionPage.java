package io.postrider.platform.views;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a prefix scan, in key order.
 *
 * @param entries found entries
 * @param hasMore whether the prefix goes on after the last entry
 */
public record ProjectionPage(List<Entry> entries, boolean hasMore) {

    public ProjectionPage {
        entries = List.copyOf(entries);
    }

    /** A key and its value. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Entry(byte[] key, byte[] value) {}

    /** The key to go on after, or null if the page is empty. */
    public byte @Nullable [] lastKey() {
        return entries.isEmpty() ? null : entries.getLast().key();
    }
}
