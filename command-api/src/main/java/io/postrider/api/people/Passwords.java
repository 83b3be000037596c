package io.postrider.api.people;

import io.postrider.runtime.secrets.PasswordHash;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Hashes passwords, a few at a time: each takes 19 MiB and tens of milliseconds, and whoever signs in over and over must not
 * take all of the machine. What finds no room fails with a {@link java.util.concurrent.RejectedExecutionException}.
 */
final class Passwords implements AutoCloseable {

    private static final int WAITING_MAX = 64;
    private static final int IDLE_SECONDS = 60;
    private static final int UNGUESSABLE_BYTES = 32;

    private final SecureRandom random;
    private final Scheduler threads;

    /** The hash of a password that nobody has, so that an unknown user takes as long as a wrong password. */
    private volatile @Nullable String nobodys;

    Passwords(SecureRandom random, int atOnce) {
        this.random = random;
        this.threads =
                Schedulers.newBoundedElastic(atOnce, WAITING_MAX, "passwords", IDLE_SECONDS, true);
    }

    /** The hash of a password. */
    Mono<String> hash(String password) {
        return onThreads(() -> PasswordHash.of(password, random));
    }

    /** Whether a password has a hash; where there is none it takes as long, and has not. */
    Mono<Boolean> matches(String password, Optional<String> phc) {
        return onThreads(() -> PasswordHash.matches(password, phc.orElseGet(this::nobodys)));
    }

    /** Not made before somebody needs it: a start has better things to do. */
    private String nobodys() {
        String known = nobodys;
        if (known == null) {
            byte[] unguessable = new byte[UNGUESSABLE_BYTES];
            random.nextBytes(unguessable);
            known = PasswordHash.of(HexFormat.of().formatHex(unguessable), random);
            nobodys = known;
        }
        return known;
    }

    private <T> Mono<T> onThreads(Supplier<T> work) {
        return Mono.fromSupplier(work).subscribeOn(threads);
    }

    @Override
    public void close() {
        threads.dispose();
    }
}
