package io.postrider.platform.offsets;

import io.postrider.schemas.Context;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * The position to which a partition of events must be read to include a write: a read with the token waits until its view has
 * reached it. It names the log that the position belongs to: the token of another cluster is none.
 *
 * @param partition of the context's command and event topics
 * @param offset of the newest command, up to the one of the write, that made an event; -1 if none has
 */
public record ConsistencyToken(Context context, int partition, long offset) {

    private static final String PREFIX = "ct_";
    private static final byte VERSION = 2;
    private static final int LENGTH = 1 + 4 + 1 + 4 + 8;

    /** The token as callers see it; opaque to them. */
    public String text() {
        byte[] bytes =
                ByteBuffer.allocate(LENGTH)
                        .put(VERSION)
                        .putInt(LogGeneration.current())
                        .put((byte) context.number())
                        .putInt(partition)
                        .putLong(offset)
                        .array();
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Reads a token; empty for any text that is none. */
    public static Optional<ConsistencyToken> parse(String text) {
        if (!text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        if (bytes.length != LENGTH || bytes[0] != VERSION) {
            return Optional.empty();
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, 1, LENGTH - 1);
        if (in.getInt() != LogGeneration.current()) {
            return Optional.empty();
        }
        Optional<Context> context = Context.numbered(in.get());
        int partition = in.getInt();
        long offset = in.getLong();
        return partition >= 0 && offset >= -1
                ? context.map(found -> new ConsistencyToken(found, partition, offset))
                : Optional.empty();
    }
}
