package io.postrider.identity.users;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Throttles the guessing of passwords by client address, and by client address and user together. It never counts by user only,
 * since any client could then lock out any user. Codes of second factors are counted by user from all addresses, since they
 * require the password.
 */
final class LoginThrottle {

    private static final int FREE_OF_USER = 5;
    private static final int FREE_OF_ADDRESS = 20;
    private static final int FREE_CODES = 5;
    private static final int FREE_SESSIONS = 50;
    private static final Duration PAUSE_MAX = Duration.ofMinutes(15);
    private static final Duration MEMORY = Duration.ofMinutes(30);
    private static final int KNOWN_MAX = 100_000;

    private final InstantSource clock;
    private final Cache<String, Failures> failures;

    /**
     * @param until time of the next admitted attempt
     */
    private record Failures(int count, Instant until, Instant forgottenAt) {}

    LoginThrottle(InstantSource clock) {
        this.clock = clock;
        this.failures =
                Caffeine.newBuilder()
                        .maximumSize(KNOWN_MAX)
                        .expireAfterWrite(MEMORY)
                        .executor(Runnable::run)
                        .build();
    }

    /** Shows how many addresses and accounts have failed attempts. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "sign_in_attempts", failures::estimatedSize, KNOWN_MAX);
    }

    /**
     * Begins an attempt, which counts as failed until it succeeds: concurrent attempts count like successive ones.
     *
     * @return the time to wait; empty if the attempt is admitted
     */
    synchronized Optional<Duration> begin(String address, String emailHash) {
        Duration ofUser = pauseOf(ofUser(address, emailHash));
        Duration ofAddress = pauseOf(ofAddress(address));
        Duration pause = ofUser.compareTo(ofAddress) > 0 ? ofUser : ofAddress;
        if (pause.isPositive()) {
            return Optional.of(pause);
        }
        note(ofUser(address, emailHash), FREE_OF_USER);
        note(ofAddress(address), FREE_OF_ADDRESS);
        return Optional.empty();
    }

    /** Records a successful attempt; it resets the count of the user, and does not reset the count of the address. */
    synchronized void succeeded(String address, String emailHash) {
        failures.invalidate(ofUser(address, emailHash));
        takeBack(ofAddress(address));
    }

    /** Takes back an attempt that was not decided. */
    synchronized void undecided(String address, String emailHash) {
        takeBack(ofUser(address, emailHash));
        takeBack(ofAddress(address));
    }

    /**
     * Begins to check a code of a user whose password was right; it counts as failed until it succeeds.
     *
     * @return the time to wait; empty if the code is admitted
     */
    synchronized Optional<Duration> beginCode(String userId) {
        return begin(ofCodes(userId), FREE_CODES);
    }

    /** Records a right code. */
    synchronized void codeSucceeded(String userId) {
        failures.invalidate(ofCodes(userId));
    }

    /** Takes back a code that was not decided. */
    synchronized void codeUndecided(String userId) {
        takeBack(ofCodes(userId));
    }

    /**
     * Begins a session of an authenticated user. Its event carries the user with all sessions, in a topic without retention.
     *
     * @return the time to wait; empty if the session may begin
     */
    synchronized Optional<Duration> beginSession(String userId) {
        return begin(ofSessions(userId), FREE_SESSIONS);
    }

    private Optional<Duration> begin(String key, int free) {
        Duration pause = pauseOf(key);
        if (pause.isPositive()) {
            return Optional.of(pause);
        }
        note(key, free);
        return Optional.empty();
    }

    private void takeBack(String key) {
        failures.asMap()
                .computeIfPresent(
                        key,
                        (_, known) ->
                                new Failures(known.count - 1, clock.instant(), known.forgottenAt));
    }

    private void note(String key, int free) {
        failures.asMap().compute(key, (_, known) -> next(known, free));
    }

    private Failures next(@Nullable Failures known, int free) {
        Instant now = clock.instant();
        int count = known == null || !now.isBefore(known.forgottenAt) ? 1 : known.count + 1;
        long seconds = count < free ? 0 : 1L << Math.min(count - free, 20);
        Duration pause = Duration.ofSeconds(Math.min(seconds, PAUSE_MAX.toSeconds()));
        return new Failures(count, now.plus(pause), now.plus(MEMORY));
    }

    private Duration pauseOf(String key) {
        Failures known = failures.getIfPresent(key);
        return known == null ? Duration.ZERO : Duration.between(clock.instant(), known.until);
    }

    private static String ofUser(String address, String emailHash) {
        return address + " " + emailHash;
    }

    private static String ofAddress(String address) {
        return address;
    }

    private static String ofSessions(String userId) {
        return "session " + userId;
    }

    private static String ofCodes(String userId) {
        return "code " + userId;
    }
}
