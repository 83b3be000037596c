package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.hashes.Sha256;
import io.postrider.platform.offsets.LogGeneration;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes and reads the cursors of one list, bound to its workspace and filters. A cursor carries only what follows the
 * prefix of the scan, so not even a forged one can lead out of it. Most are bound to the log as well, since a place can follow
 * from offsets, which another cluster numbers anew.
 */
public final class Cursor {

    private static final byte VERSION = 1;
    private static final int HASH_BYTES = 8;
    private static final int HEAD_BYTES = 1 + HASH_BYTES;
    private static final int LONGEST = 4_096;

    private final byte[] scope;

    private Cursor(byte[] scope) {
        this.scope = scope;
    }

    /** The result of reading a cursor. */
    public sealed interface Position {

        /** The key to scan after. */
        @SuppressWarnings("ArrayRecordComponent")
        record After(byte[] key) implements Position {}

        /** Not a cursor, or one of another list, workspace or filter. */
        record Mismatch() implements Position {}
    }

    /** The cursors of a list, of this log. */
    public static Cursor of(String list, String workspace, Map<String, String> filters) {
        Map<String, String> bound = new HashMap<>(filters);
        bound.put("", Integer.toString(LogGeneration.current()));
        return lasting(list, workspace, bound);
    }

    /**
     * The cursors of a list whose places do not depend on offsets; they remain valid in another cluster.
     *
     * @param list the name of the list
     * @param workspace workspace of the list
     * @param filters everything that chooses its entries or their order, without the limit
     */
    public static Cursor lasting(String list, String workspace, Map<String, String> filters) {
        MessageDigest digest = Sha256.digest();
        update(digest, list.getBytes(UTF_8));
        update(digest, workspace.getBytes(UTF_8));
        new TreeMap<>(filters)
                .forEach((name, value) -> {
                    update(digest, name.getBytes(UTF_8));
                    update(digest, value.getBytes(UTF_8));
                });
        return new Cursor(digest.digest());
    }

    /** The cursor that goes on after a key of the scan. */
    public String after(byte[] prefix, byte[] lastKey) {
        int length = prefix.length;
        if (lastKey.length < length || !Arrays.equals(prefix, 0, length, lastKey, 0, length)) {
            throw new IllegalArgumentException("The last key is not within the prefix");
        }
        byte[] rest = Arrays.copyOfRange(lastKey, length, lastKey.length);
        byte[] bytes =
                ByteBuffer.allocate(HEAD_BYTES + rest.length)
                        .put(VERSION)
                        .put(hash(prefix, rest))
                        .put(rest)
                        .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Reads a cursor of a caller. */
    public Position read(byte[] prefix, String text) {
        byte[] bytes = decode(text);
        if (bytes.length < HEAD_BYTES || bytes[0] != VERSION) {
            return new Position.Mismatch();
        }
        byte[] rest = Arrays.copyOfRange(bytes, HEAD_BYTES, bytes.length);
        if (!Arrays.equals(hash(prefix, rest), Arrays.copyOfRange(bytes, 1, HEAD_BYTES))) {
            return new Position.Mismatch();
        }
        byte[] key = Arrays.copyOf(prefix, prefix.length + rest.length);
        System.arraycopy(rest, 0, key, prefix.length, rest.length);
        return new Position.After(key);
    }

    private static byte[] decode(String text) {
        if (text.length() > LONGEST) {
            return new byte[0];
        }
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private byte[] hash(byte[] prefix, byte[] rest) {
        MessageDigest digest = Sha256.digest();
        update(digest, scope);
        update(digest, prefix);
        update(digest, rest);
        return Arrays.copyOf(digest.digest(), HASH_BYTES);
    }

    private static void update(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        digest.update(part);
    }
}
