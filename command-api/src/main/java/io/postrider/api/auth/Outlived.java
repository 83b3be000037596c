package io.postrider.api.auth;

import io.postrider.api.sightings.Sightings;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.OldSecret;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * Tells which sightings nobody asks for any more: those of sessions that are over because they were idle for too long, and
 * those of secrets that no key has any more, a while later.
 */
public final class Outlived implements BiPredicate<String, Instant> {

    /** Longer than any overlap, and than any node takes to hear of a key. */
    private static final Duration SECRET = Duration.ofDays(31);

    /** Longer than nodes take to tell one another of a session that they let in when it was nearly idle. */
    private static final Duration HEARD = Duration.ofHours(1);

    private final KeyTable keys;
    private final SessionSettings settings;
    private final InstantSource clock;

    public Outlived(KeyTable keys, SessionSettings settings, InstantSource clock) {
        this.keys = keys;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public boolean test(String subject, Instant at) {
        Instant now = clock.instant();
        return Sightings.isSession(subject)
                ? !now.isBefore(at.plus(settings.idle()).plus(HEARD))
                : !now.isBefore(at.plus(SECRET)) && !isOfSecret(subject);
    }

    private boolean isOfSecret(String subject) {
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
