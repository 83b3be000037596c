package io.postrider.identity.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventRecord;
import io.postrider.web.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every API key, in memory, so that a request is authenticated without a remote call. Of two states of a key the one with the
 * higher version counts, whatever its source, so a confirmed revocation is never undone by a record that arrives late. Memory
 * has all keys, so a workspace has a limit; beyond it, keys that ended long ago are forgotten, which keeps them invalid.
 */
public final class KeyReplica {

    static final int IN_FORCE_MAX = 10_000;

    /** Limit that includes keys that ended recently. */
    static final int HELD_MAX = 20_000;

    /** The search for keys that can be forgotten is slow, so it runs once for this number of keys. */
    private static final int FORGOTTEN_EVERY = 1_000;

    /** Longer than any node takes to read a key's event, and long enough for the audit to show the uses of a revoked key. */
    private static final Duration KEPT = Duration.ofDays(31);

    private final Map<String, KnownKey> byPublicId = new ConcurrentHashMap<>();
    private final Map<String, String> publicIds = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> idsByWorkspace = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final HeldBytes held;

    public KeyReplica(InstantSource clock) {
        this(clock, new HeldBytes());
    }

    /**
     * @param held counter of the memory that the keys take
     */
    public KeyReplica(InstantSource clock, HeldBytes held) {
        this.clock = clock;
        this.held = held;
    }

    /** The key whose token has this public part. */
    Optional<KnownKey> byPublicId(String publicId) {
        return Optional.ofNullable(byPublicId.get(publicId));
    }

    /** The key with an id. */
    public Optional<KnownKey> byId(String id) {
        return Optional.ofNullable(publicIds.get(id)).map(byPublicId::get);
    }

    /** The number of keys, including revoked ones. */
    public int size() {
        return byPublicId.size();
    }

    /** Applies a decided event; one that is older than the known state changes nothing. */
    public void apply(EventRecord event) {
        if (event.payload() instanceof KeyEvent change) {
            ApiKey key = change.key();
            KnownKey next = KnownKey.of(key, event.header().sequence());
            byPublicId.compute(key.publicId(), (_, known) -> newer(known, next));
            publicIds.put(key.id(), key.publicId());
            Set<String> ids =
                    idsByWorkspace.computeIfAbsent(
                            key.workspace(), _ -> ConcurrentHashMap.newKeySet());
            if (ids.add(key.id())
                    && ids.size() > IN_FORCE_MAX
                    && ids.size() % FORGOTTEN_EVERY == 0) {
                forgetEnded(key.workspace());
            }
        }
    }

    /** Makes a key invalid whose newest event cannot be read, until there is a newer event. */
    public void becomeUnknown(String id) {
        String publicId = publicIds.get(id);
        if (publicId != null) {
            byPublicId.computeIfPresent(publicId, (_, known) -> known.becomeUnknown());
        }
    }

    /** Whether a workspace has reached its limit of keys, as far as this node knows. */
    public boolean isFull(String workspace) {
        if (heldBy(workspace) < IN_FORCE_MAX) {
            return false;
        }
        Instant now = clock.instant();
        if (keysOf(workspace).filter(key -> key.inForce(now)).count() >= IN_FORCE_MAX) {
            return true;
        }
        if (heldBy(workspace) >= HELD_MAX) {
            forgetEnded(workspace);
        }
        return heldBy(workspace) >= HELD_MAX;
    }

    /** The response to the creation of a key beyond the limit. */
    public static Problem full() {
        return Problem.of(
                409,
                "too_many_keys",
                "A workspace has at most %d valid keys, and %d including those that ended within the last %d days."
                        .formatted(IN_FORCE_MAX, HELD_MAX, KEPT.toDays()));
    }

    private int heldBy(String workspace) {
        return idsByWorkspace.getOrDefault(workspace, Set.of()).size();
    }

    private Stream<ApiKey> keysOf(String workspace) {
        return idsByWorkspace.getOrDefault(workspace, Set.of()).stream()
                .flatMap(id -> byId(id).stream())
                .map(KnownKey::key);
    }

    private void forgetEnded(String workspace) {
        Instant before = clock.instant().minus(KEPT);
        keysOf(workspace).filter(key -> endedBefore(key, before)).forEach(this::forget);
    }

    private static boolean endedBefore(ApiKey key, Instant before) {
        Instant revokedAt = key.revokedAt();
        return key.ended(before) || (revokedAt != null && revokedAt.isBefore(before));
    }

    private void forget(ApiKey key) {
        idsByWorkspace.getOrDefault(key.workspace(), Set.of()).remove(key.id());
        publicIds.remove(key.id());
        KnownKey known = byPublicId.remove(key.publicId());
        if (known != null) {
            held.replace(key.workspace(), known, null);
        }
    }

    private KnownKey newer(@Nullable KnownKey known, KnownKey next) {
        if (known != null && known.version() >= next.version()) {
            return known;
        }
        held.replace(next.key().workspace(), known, next);
        return next;
    }
}
