package io.postrider.identity.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.secrets.PasswordHash;
import io.postrider.testkit.claims.Verifies;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The number of passwords hashed at a time, and the work for a missing user. */
class PasswordsTest {

    private static final int AT_ONCE = 2;
    private static final String KNOWN = PasswordHash.of("right", new SecureRandom());

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final List<String> hashed = new CopyOnWriteArrayList<>();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final Passwords passwords =
            new Passwords(new SecureRandom(), AT_ONCE, this::countedMatch);

    @AfterEach
    void close() {
        goesOn.countDown();
        passwords.close();
    }

    private boolean countedMatch(String password, String phc) {
        hashed.add(phc);
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            goesOn.await();
            return PasswordHash.matches(password, phc);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            running.decrementAndGet();
        }
    }

    private CompletableFuture<@Nullable Boolean> asked() {
        return passwords.matches("wrong", Optional.of(KNOWN)).toFuture();
    }

    @Test
    @Verifies("password-hashing-bound")
    void noMoreThanAllowedAreHashedAtATime() {
        List<CompletableFuture<@Nullable Boolean>> asked = new ArrayList<>();
        for (int i = 0; i < 5 * AT_ONCE; i++) {
            asked.add(asked());
        }
        await().until(() -> running.get() == AT_ONCE);

        goesOn.countDown();

        assertThat(asked).allSatisfy(each -> assertThat(each.join()).isFalse());
        assertThat(most).hasValue(AT_ONCE);
    }

    @Test
    @Verifies("password-hashing-bound")
    void aHashBeyondTheQueueIsRejected() {
        int most = AT_ONCE + AT_ONCE * Passwords.WAITING_MAX;
        MeterRegistry meters = new SimpleMeterRegistry();
        passwords.show(new Bounds(meters));
        for (int i = 0; i < most; i++) {
            var _ = asked();
            int expected = Math.min(AT_ONCE, i + 1);
            await().until(() -> running.get() == expected);
        }

        assertThatThrownBy(() -> passwords.matches("wrong", Optional.of(KNOWN)).block())
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(meters.get("postrider.bound.used").gauge().value()).isEqualTo(most);
        assertThat(meters.get("postrider.bound.limit").gauge().value()).isEqualTo(most);
    }

    @Test
    @Verifies("sign-in-one-answer")
    void anUnknownUserCostsOneHashAsAWrongPasswordDoes() {
        goesOn.countDown();

        assertThat(passwords.matches("wrong", Optional.of(KNOWN)).block()).isFalse();
        assertThat(passwords.matches("wrong", Optional.empty()).block()).isFalse();
        assertThat(passwords.matches("wrong", Optional.empty()).block()).isFalse();

        assertThat(hashed).hasSize(3);
        assertThat(hashed).extracting(PasswordsTest::cost).containsOnly(cost(KNOWN));
    }

    /** The cost in a PHC string: algorithm, memory, passes, and the lengths of salt and hash. */
    private static String cost(String phc) {
        return phc.replaceFirst("\\$[^$]{22}\\$[^$]{43}$", "");
    }
}
