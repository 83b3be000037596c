package io.postrider.platform.views;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The keys of a prefix that are still to be read: from the first, to the one before the end. */
@SuppressWarnings("ArrayRecordComponent")
record PrefixRange(byte[] from, byte[] end) {

    /** The keys after a key within a prefix; a key before the prefix selects all of it, one after it nothing. */
    static PrefixRange of(byte[] prefix, byte @Nullable [] after) {
        if (after == null || Arrays.compareUnsigned(after, prefix) < 0) {
            return new PrefixRange(prefix, successor(prefix));
        }
        return new PrefixRange(Arrays.copyOf(after, after.length + 1), successor(prefix));
    }

    boolean empty() {
        return Arrays.compareUnsigned(from, end) >= 0;
    }

    private static byte[] successor(byte[] prefix) {
        int last = prefix.length - 1;
        while (last >= 0 && prefix[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            throw new IllegalArgumentException("No key comes after " + prefix.length + " x 0xFF");
        }
        byte[] successor = Arrays.copyOf(prefix, last + 1);
        successor[last]++;
        return successor;
    }
}
