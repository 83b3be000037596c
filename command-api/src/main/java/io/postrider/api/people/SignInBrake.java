package io.postrider.api.people;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slows down who guesses passwords: by the address he comes from, and by address and user together. Never by the user alone,
 * or anybody could lock out anybody else.
 */
final class SignInBrake {

    private static final int FREE_OF_USER = 5;
    private static final int FREE_OF_ADDRESS = 20;
    private static final Duration PAUSE_MAX = Duration.ofMinutes(15);
    private static final Duration MEMORY = Duration.ofMinutes(30);
    private static final int KNOWN_MAX = 100_000;

    private final InstantSource clock;
    private final Cache<String, Failures> failures;

    /** @param until when the next try is looked at */
    private record Failures(int count, Instant until, Instant forgottenAt) {}

    SignInBrake(InstantSource clock) {
        this.clock = clock;
        this.failures =
                Caffeine.newBuilder()
                        .maximumSize(KNOWN_MAX)
                        .expireAfterWrite(MEMORY)
                        .executor(Runnable::run)
                        .build();
    }

    /** How long a try has to wait; empty if it is looked at now. */
    Optional<Duration> pause(String address, String emailHash) {
        Duration longest = pauseOf(ofUser(address, emailHash));
        Duration other = pauseOf(ofAddress(address));
        Duration pause = longest.compareTo(other) > 0 ? longest : other;
        return pause.isPositive() ? Optional.of(pause) : Optional.empty();
    }

    /** A try was wrong. */
    void failed(String address, String emailHash) {
        note(ofUser(address, emailHash), FREE_OF_USER);
        note(ofAddress(address), FREE_OF_ADDRESS);
    }

    /** A try was right; that of one user says nothing of others from the same address. */
    void succeeded(String address, String emailHash) {
        failures.invalidate(ofUser(address, emailHash));
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
}
