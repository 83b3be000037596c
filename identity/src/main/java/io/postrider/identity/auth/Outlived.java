package io.postrider.identity.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.OldSecret;
import io.postrider.identity.lastseen.Lifetimes;
import io.postrider.identity.lastseen.Sightings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tells which sightings nobody asks for any more: those of sessions that are over because they were idle for too long, and
 * those of sessions and secrets that no user or key has any more, a while later.
 */
public final class Outlived implements Lifetimes {

    /**
     * Longer than nodes take to tell one another of a session that they let in when it was nearly idle, and than a node that
     * lets requests in is behind with keys and users.
     */
    private static final Duration HEARD = Duration.ofHours(1);

    private final KeyTable keys;
    private final UserTable users;
    private final KeyFreshness freshness;
    private final SessionSettings settings;
    private final InstantSource clock;

    /** @param freshness of keys and users: a node that is behind ends nothing for want of its key or user */
    public Outlived(
            KeyTable keys,
            UserTable users,
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
        return isBehind() || (Sightings.isSession(subject) ? isOfUser(subject) : isOfKey(subject));
    }

    @Override
    public boolean isOver(String subject, Instant at) {
        Duration ago = Duration.between(at, clock.instant());
        return isHeld(subject)
                ? Sightings.isSession(subject) && isAtLeast(ago, settings.idle().plus(HEARD))
                : isAtLeast(ago, HEARD);
    }

    private static boolean isAtLeast(Duration ago, Duration least) {
        return ago.compareTo(least) >= 0;
    }

    private boolean isBehind() {
        return !freshness.restored() || freshness.isStaleForStreams();
    }

    private boolean isOfUser(String subject) {
        return users.bySession(Sightings.sessionHash(subject)).isPresent();
    }

    private boolean isOfKey(String subject) {
        return keys.byId(Sightings.keyId(subject)).map(KnownKey::key).stream()
                .flatMap(key -> hashes(key).map(hash -> Sightings.ofKey(key.id(), hash)))
                .anyMatch(subject::equals);
    }

    private static Stream<String> hashes(ApiKey key) {
        return Stream.concat(
                Stream.of(key.secretHash()),
                Optional.ofNullable(key.previous()).map(OldSecret::hash).stream());
    }
}
