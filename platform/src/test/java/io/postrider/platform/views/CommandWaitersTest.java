package io.postrider.platform.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.limits.SharedCapacity;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandWaitersTest {

    private static final TopicPartition P0 = new TopicPartition("links", 0);
    private static final TopicPartition P1 = new TopicPartition("links", 1);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CommandWaiters waiters = new CommandWaiters("test", new SharedCapacity(3, 3));
    private final AtomicLong applied = new AtomicLong(10);

    @AfterEach
    void close() {
        waiters.close();
    }

    private CompletableFuture<Boolean> await0(long offset, Duration atMost) {
        return waiters.await("ws_a", P0, offset, atMost, applied::get);
    }

    private static boolean answer(CompletableFuture<Boolean> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    @Test
    void appliedOffsetsAreNotAwaited() throws Exception {
        assertThat(answer(await0(10, Duration.ZERO))).isTrue();
        assertThat(await0(10, LONG)).isCompletedWithValue(true);
        assertThat(waiters.count()).isZero();
    }

    @Test
    void aZeroTimeoutIsAnsweredAtOnce() {
        assertThat(await0(11, Duration.ZERO)).isCompletedWithValue(false);
        assertThat(await0(11, Duration.ofSeconds(-1))).isCompletedWithValue(false);
    }

    @Test
    void waitersContinueAtTheirOffset() throws Exception {
        CompletableFuture<Boolean> at12 = await0(12, LONG);
        CompletableFuture<Boolean> at11 = await0(11, LONG);
        CompletableFuture<Boolean> elsewhere = waiters.await("ws_a", P1, 11, LONG, () -> -1);

        waiters.reached(P0, 11);

        assertThat(answer(at11)).isTrue();
        assertThat(at12).isNotDone();
        assertThat(elsewhere).isNotDone();
        assertThat(waiters.count()).isEqualTo(2);

        waiters.reached(P0, 500);
        assertThat(answer(at12)).isTrue();
    }

    @Test
    void aTimeoutReturnsFalseAndFreesThePlace() throws Exception {
        assertThat(answer(await0(11, Duration.ofMillis(5)))).isFalse();
        await().untilAsserted(() -> assertThat(waiters.count()).isZero());
    }

    @Test
    @Verifies("workspace-shares")
    void oneWorkspaceLeavesPlacesToOthers() throws Exception {
        try (CommandWaiters shared = new CommandWaiters("shared", new SharedCapacity(4, 2))) {
            CompletableFuture<Boolean> first = shared.await("ws_a", P0, 11, LONG, applied::get);
            CompletableFuture<Boolean> second = shared.await("ws_a", P0, 99, LONG, applied::get);

            assertThat(shared.await("ws_a", P0, 11, LONG, applied::get))
                    .isCompletedWithValue(false);
            CompletableFuture<Boolean> other = shared.await("ws_b", P0, 11, LONG, applied::get);
            assertThat(other).isNotDone();

            shared.reached(P0, 11);
            assertThat(answer(first)).isTrue();
            assertThat(answer(other)).isTrue();
            assertThat(second).isNotDone();
            assertThat(shared.await("ws_a", P0, 99, LONG, applied::get)).isNotDone();
        }
    }

    @Test
    void oneTooManyIsAnsweredFalseAtOnce() throws Exception {
        List<CompletableFuture<Boolean>> first =
                List.of(await0(11, LONG), await0(11, LONG), await0(12, LONG));

        assertThat(await0(11, LONG)).isCompletedWithValue(false);

        first.getFirst().cancel(false);
        CompletableFuture<Boolean> next = await0(11, LONG);
        waiters.reached(P0, 11);
        assertThat(answer(next)).isTrue();
    }

    @Test
    void aVeryLongWaitIsAWaitLikeAnyOther() throws Exception {
        CompletableFuture<Boolean> patient = await0(11, Duration.ofSeconds(Long.MAX_VALUE));

        waiters.reached(P0, 11);

        assertThat(answer(patient)).isTrue();
    }

    @Test
    void closingAnswersEverybody() throws Exception {
        CompletableFuture<Boolean> waiting = await0(11, LONG);

        waiters.close();

        assertThat(answer(waiting)).isFalse();
        assertThat(await0(11, LONG)).isCompletedWithValue(false);
        waiters.reached(P0, 11);
    }

    @Test
    void aContinuationRunsOnNeitherTheApplyingNorTheAskingThread() throws Exception {
        CompletableFuture<String> thread =
                await0(11, LONG).thenApply(reached -> Thread.currentThread().getName());

        waiters.reached(P0, 11);

        assertThat(thread.get(60, TimeUnit.SECONDS)).isEqualTo("test-waiters");
    }

    @Test
    void noWakeUpIsLostHoweverTheThreadsMeet() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("lost wake-ups seed " + seed);
        Random random = new Random(seed);
        AtomicLong position = new AtomicLong();
        int rounds = 20_000;
        try (CommandWaiters many = new CommandWaiters("many", new SharedCapacity(rounds, rounds))) {
            Thread applying =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (long at = 1; at <= rounds; at++) {
                                    position.set(at);
                                    many.reached(P0, at);
                                }
                            });
            List<CompletableFuture<Boolean>> answers = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                long ahead = Math.min(rounds, position.get() + random.nextInt(3));
                answers.add(many.await("ws_a", P0, ahead, LONG, position::get));
            }
            assertThat(applying.join(Duration.ofSeconds(60))).isTrue();
            for (CompletableFuture<Boolean> answer : answers) {
                assertThat(answer(answer)).isTrue();
            }
            assertThat(many.count()).isZero();
        }
    }
}
