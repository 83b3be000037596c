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
 * Tells which last-seen times nobody asks for any more: those of sessions that are over because they were idle for too long, and
 * those of sessions and secrets that no user or key has any more, a while later.
 */
public final class LastSeenRetention implements Lifetimes {

    /**
     * Longer than nodes take to tell one another of a session that they let in when it was nearly idle, and than a node that
     * lets requests in is behind with keys and users.
     */
    private static final Duration HEARD = Duration.ofHours(1);

    private final KeyReplica keys;
    private final UserReplica users;
    private final KeyFreshness freshness;
    private final SessionSettings settings;
    private final InstantSource clock;

    /** @param freshness of keys and users: a node that is behind ends nothing for want of its key or user */
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
