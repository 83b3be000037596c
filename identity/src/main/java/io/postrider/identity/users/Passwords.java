package io.postrider.identity.users;

import io.postrider.platform.meters.Bounds;
import io.postrider.platform.secrets.PasswordHash;
import io.postrider.web.route.WorkerPool;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.BiPredicate;
import reactor.core.publisher.Mono;

/**
 * Hashes passwords, a few at a time: each hash takes 19 MiB and tens of milliseconds, and repeated sign-ins must not use all of
 * the machine. If the queue is full, a hash fails with a {@link java.util.concurrent.RejectedExecutionException}.
 */
final class Passwords implements AutoCloseable {

    static final int WAITING_MAX = 64;

    private final SecureRandom random;
    private final WorkerPool threads;
    private final BiPredicate<String, String> matching;

    /** The hash of no password, so that an unknown user costs one hash as a wrong password does. */
    private final String none;

    Passwords(SecureRandom random, int atOnce) {
        this(random, atOnce, PasswordHash::matches);
    }

    /**
     * @param matching checks a password against a hash, at the cost of one hash
     */
    Passwords(SecureRandom random, int atOnce, BiPredicate<String, String> matching) {
        this.random = random;
        this.threads = new WorkerPool("passwords", atOnce, WAITING_MAX);
        this.matching = matching;
        this.none = PasswordHash.ofNone(random);
    }

    /** Shows how many hashes wait or are computed. */
    void show(Bounds bounds) {
        threads.show(bounds, "password_hashes");
    }

    /** The hash of a password. */
    Mono<String> hash(String password) {
        return threads.run(() -> PasswordHash.of(password, random));
    }

    /** Whether a password matches a hash; without a hash the check costs as much and fails. */
    Mono<Boolean> matches(String password, Optional<String> phc) {
        return threads.run(() -> matching.test(password, phc.orElse(none)));
    }

    @Override
    public void close() {
        threads.close();
    }
}
