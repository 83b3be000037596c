package io.postrider.domain.kernel;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Ids as callers see them: a prefix, an underscore and 26 characters of lower-case Crockford base32 for 128 bits, so
 * that ids sort as their UUIDs do.
 */
public final class Id {

    private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final int DIGITS = 26;
    private static final byte[] VALUES = new byte[128];

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < ALPHABET.length; i++) {
            VALUES[ALPHABET[i]] = (byte) i;
        }
    }

    private Id() {}

    /** The id of a kind for a UUID. */
    public static String of(IdKind kind, UUID uuid) {
        return kind.label() + "_" + encode(uuid);
    }

    /** The UUID of a well-formed id of this kind; empty for any other text. */
    public static Optional<UUID> parse(IdKind kind, String id) {
        String prefix = kind.label() + "_";
        return id.startsWith(prefix) ? decode(id.substring(prefix.length())) : Optional.empty();
    }

    /** Whether the text is a well-formed id of this kind. */
    public static boolean isA(IdKind kind, String id) {
        return parse(kind, id).isPresent();
    }

    /** The kind that a well-formed id names; empty for any other text. */
    public static Optional<IdKind> kindOf(String id) {
        int cut = id.indexOf('_');
        if (cut < 0 || decode(id.substring(cut + 1)).isEmpty()) {
            return Optional.empty();
        }
        for (IdKind kind : IdKind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(id.substring(0, cut))) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** When a well-formed id of any kind was made, by its UUID of version 7; empty for any other text. */
    public static Optional<Instant> madeAt(String id) {
        return decode(id.substring(id.indexOf('_') + 1))
                .filter(uuid -> uuid.version() == 7)
                .map(uuid -> Instant.ofEpochMilli(Uuids.millisOf(uuid)));
    }

    private static String encode(UUID uuid) {
        char[] out = new char[DIGITS];
        long high = uuid.getMostSignificantBits();
        long low = uuid.getLeastSignificantBits();
        for (int i = DIGITS - 1; i >= 0; i--) {
            out[i] = ALPHABET[(int) (low & 31)];
            low = (low >>> 5) | (high << 59);
            high >>>= 5;
        }
        return new String(out);
    }

    private static Optional<UUID> decode(String text) {
        // 26 digits hold 130 bits; a first digit above 7 would not fit into 128.
        if (text.length() != DIGITS || text.charAt(0) > '7') {
            return Optional.empty();
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < DIGITS; i++) {
            char c = text.charAt(i);
            int value = c < VALUES.length ? VALUES[c] : -1;
            if (value < 0) {
                return Optional.empty();
            }
            high = (high << 5) | (low >>> 59);
            low = (low << 5) | value;
        }
        return Optional.of(new UUID(high, low));
    }
}
