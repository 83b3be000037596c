package io.postrider.domain.state;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.Uuids;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value under a key, which the rules of a workspace read and change.
 *
 * @param name the key of the caller's choice
 * @param value the value as JSON
 * @param expiresAt the expiry; null for none
 */
public record StateEntry(
        String id,
        String workspace,
        String name,
        String value,
        @Nullable Instant expiresAt,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** The most characters of a key. */
    public static final int KEY_LENGTH_MAX = 200;

    /** The most bytes of a value as JSON. */
    public static final int VALUE_BYTES_MAX = 16 << 10;

    /** The id of an entry, derived from its key. */
    public static String idOf(String workspace, String key) {
        return Id.of(
                IdKind.STA, Uuids.v5(Id.parse(IdKind.WS, workspace).orElseThrow(), "state/" + key));
    }

    /** The entry with another value; a new expiry replaces the present one. */
    StateEntry with(String other, @Nullable Instant expiry, Instant at) {
        return new StateEntry(id, workspace, name, other, expiry, createdAt, at);
    }

    boolean isExpired(Instant at) {
        return expiresAt != null && !expiresAt.isAfter(at);
    }

    boolean has(String other, @Nullable Instant expiry) {
        return value.equals(other) && Objects.equals(expiresAt, expiry);
    }
}
