package io.postrider.identity.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.OldSecret;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.lastseen.Lifetimes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides which last-seen times are not needed any more: those of sessions that ended by inactivity, and, an hour later, those
 * of sessions and secrets that no user or key has any more.
 */
public final class LastSeenRetention implements Lifetimes {

    /**
     * Longer than nodes take to publish the last use of a session, and than the copy of keys and users of an authenticating
     * node can lag.
     */
    private static final Duration HEARD = Duration.ofHours(1);

    private final KeyReplica keys;
    private final UserReplica users;
    private final KeyFreshness freshness;
    private final SessionSettings settings;
    private final InstantSource clock;

    /**
     * @param freshness freshness of keys and users: a stale node removes nothing because its key or user is missing
     */
    public LastSeenRetention(
            KeyReplica keys,
            UserReplica users,
            KeyFreshness freshness,
            SessionSettings settings,
            InstantSource clock) {
        this.keys = keys;
        this.users = users;
        this.freshness = freshness;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public boolean isHeld(String subject) {
        return isBehind()
                || (LastSeenTracker.isSession(subject) ? isOfUser(subject) : isOfKey(subject));
    }

    @Override
    public boolean isOver(String subject, Instant at) {
        Duration ago = Duration.between(at, clock.instant());
        return isHeld(subject)
                ? LastSeenTracker.isSession(subject) && isAtLeast(ago, settings.idle().plus(HEARD))
                : isAtLeast(ago, HEARD);
    }

    private static boolean isAtLeast(Duration ago, Duration least) {
        return ago.compareTo(least) >= 0;
    }

    private boolean isBehind() {
        return !freshness.restored() || freshness.isStaleForStreams();
    }

    private boolean isOfUser(String subject) {
        return users.bySession(LastSeenTracker.sessionHash(subject)).isPresent();
    }

    private boolean isOfKey(String subject) {
        return keys.byId(LastSeenTracker.keyId(subject)).map(KnownKey::key).stream()
                .flatMap(key -> hashes(key).map(hash -> LastSeenTracker.ofKey(key.id(), hash)))
                .anyMatch(subject::equals);
    }

    private static Stream<String> hashes(ApiKey key) {
        return Stream.concat(
                Stream.of(key.secretHash()),
                Optional.ofNullable(key.previous()).map(OldSecret::hash).stream());
    }
}
