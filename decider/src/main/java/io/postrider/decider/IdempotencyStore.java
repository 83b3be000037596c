package io.postrider.decider;

import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * The outcomes of requests with an Idempotency-Key, for seven days.
 *
 * <p>Two families of keys: {@code 1 | context | scope} holds the outcome, {@code 2 | context | expiry | scope} finds expired
 * ones. Time is that of the commands' appends, which the log provides and not a node's clock: so a node with a wrong clock does
 * not expire outcomes of others, and the stored state depends on the log only.
 */
final class IdempotencyStore {

    static final String NAME = "outcomes";
    static final Duration KEPT = Duration.ofDays(7);

    /** More than one, so that the store shrinks however fast it grew; few, so that no command pays for many. */
    static final int FORGOTTEN_PER_COMMAND_MAX = 8;

    private static final byte ENTRY = 1;
    private static final byte EXPIRY = 2;
    private static final int EXPIRY_PREFIX_LENGTH = 1 + 1 + Long.BYTES;
    private static final byte[] NOTHING = {};

    private final StagedStore store;
    private final ValueCodec<CommandOutcome> codec;

    /** The earliest expiry of the context; only saves searches, and is found again after a restart. */
    private final Map<Context, Long> nextExpiry = new EnumMap<>(Context.class);

    IdempotencyStore(StagedStore store, ValueCodec<CommandOutcome> codec) {
        this.store = store;
        this.codec = codec;
    }

    /** Whether an entry is an outcome, and not the time at which one expires. */
    static boolean isEntry(byte[] key) {
        return key[0] == ENTRY;
    }

    /** The key of the outcome that an expiry belongs to. */
    static byte[] entryOf(byte[] expiryKey) {
        byte[] key = new byte[2 + expiryKey.length - EXPIRY_PREFIX_LENGTH];
        key[0] = ENTRY;
        key[1] = expiryKey[1];
        System.arraycopy(expiryKey, EXPIRY_PREFIX_LENGTH, key, 2, key.length - 2);
        return key;
    }

    /**
     * The outcome of the scope, unless it has expired.
     *
     * @param at time of the append of the present command
     */
    Optional<CommandOutcome> find(Context context, String scope, Instant at) {
        return stored(context, scope).filter(outcome -> expiry(outcome) > at.toEpochMilli());
    }

    /** Keeps an outcome, in place of an earlier one of the scope. */
    void keep(Context context, String scope, CommandOutcome outcome) {
        stored(context, scope)
                .ifPresent(old -> store.delete(expiryKey(context, expiry(old), scope)));
        store.put(entryKey(context, scope), codec.encode(outcome));
        store.put(expiryKey(context, expiry(outcome), scope), NOTHING);
        nextExpiry.computeIfPresent(context, (_, next) -> Math.min(next, expiry(outcome)));
    }

    /**
     * Removes some expired outcomes.
     *
     * @param at time of the append of the newest command
     */
    void forgetExpired(Context context, Instant at) {
        long now = at.toEpochMilli();
        if (nextExpiry.getOrDefault(context, 0L) > now) {
            return;
        }
        for (Bytes expired : expired(context, now)) {
            store.delete(expired);
            store.delete(entryKey(context, scope(expired.get())));
        }
    }

    private List<Bytes> expired(Context context, long now) {
        List<Bytes> found = new ArrayList<>();
        long from = nextExpiry.getOrDefault(context, 0L);
        long next = Long.MAX_VALUE;
        try (KeyValueIterator<Bytes, byte[]> entries =
                store.range(expiryKey(context, from, ""), expiryKey(context, Long.MAX_VALUE, ""))) {
            while (entries.hasNext() && next == Long.MAX_VALUE) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                if (entry.key.get().length < EXPIRY_PREFIX_LENGTH) {
                    continue; // A key of another format, which affects no command.
                }
                long expiry = ByteBuffer.wrap(entry.key.get()).getLong(2);
                if (expiry > now || found.size() == FORGOTTEN_PER_COMMAND_MAX) {
                    next = expiry;
                } else {
                    found.add(entry.key);
                }
            }
        }
        nextExpiry.put(context, next);
        return found;
    }

    private Optional<CommandOutcome> stored(Context context, String scope) {
        return Optional.ofNullable(store.get(entryKey(context, scope))).map(codec::decode);
    }

    private static long expiry(CommandOutcome outcome) {
        return outcome.decidedAt().plus(KEPT).toEpochMilli();
    }

    private static Bytes entryKey(Context context, String scope) {
        byte[] text = scope.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(2 + text.length)
                        .put(ENTRY)
                        .put((byte) context.number())
                        .put(text)
                        .array());
    }

    private static Bytes expiryKey(Context context, long expiry, String scope) {
        byte[] text = scope.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(EXPIRY_PREFIX_LENGTH + text.length)
                        .put(EXPIRY)
                        .put((byte) context.number())
                        .putLong(expiry)
                        .put(text)
                        .array());
    }

    private static String scope(byte[] expiryKey) {
        return new String(
                expiryKey,
                EXPIRY_PREFIX_LENGTH,
                expiryKey.length - EXPIRY_PREFIX_LENGTH,
                StandardCharsets.UTF_8);
    }
}
