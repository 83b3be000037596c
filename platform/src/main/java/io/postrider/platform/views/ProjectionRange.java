package io.postrider.platform.views;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** The keys of a snapshot that begin with a prefix; a key is named by its rest behind the prefix. */
public final class ProjectionRange {

    private final byte[] prefix;
    private final RocksIterator iterator;
    private byte @Nullable [] at;
    private boolean begun;

    ProjectionRange(byte[] prefix, RocksIterator iterator) {
        this.prefix = prefix;
        this.iterator = iterator;
    }

    /**
     * Moves forward to the first key that is not before the given rest.
     *
     * @param rest not before the one that the range stands at, which it never goes back from
     * @return the rest of the key; null at the end of the range
     */
    public byte @Nullable [] seek(byte[] rest) {
        byte[] here = at;
        if (begun && (here == null || Arrays.compareUnsigned(here, rest) >= 0)) {
            return here;
        }
        if (here != null && isSuccessor(here, rest)) {
            iterator.next();
        } else {
            byte[] key = Arrays.copyOf(prefix, prefix.length + rest.length);
            System.arraycopy(rest, 0, key, prefix.length, rest.length);
            iterator.seek(key);
        }
        begun = true;
        at = read();
        return at;
    }

    /** The value of the key that the range stands at. */
    public byte[] value() {
        return iterator.value();
    }

    /** The smallest rest behind another one. */
    public static byte[] behind(byte[] rest) {
        return Arrays.copyOf(rest, rest.length + 1);
    }

    private static boolean isSuccessor(byte[] here, byte[] rest) {
        return rest.length == here.length + 1
                && rest[here.length] == 0
                && Arrays.equals(here, 0, here.length, rest, 0, here.length);
    }

    private byte @Nullable [] read() {
        if (!iterator.isValid()) {
            try {
                iterator.status();
            } catch (RocksDBException e) {
                throw new ProjectionSnapshot.SnapshotReadException(e);
            }
            return null;
        }
        byte[] key = iterator.key();
        return Arrays.copyOfRange(key, prefix.length, key.length);
    }
}
