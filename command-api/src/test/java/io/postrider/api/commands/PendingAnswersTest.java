package io.postrider.api.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.commands.Settled.Decided;
import io.postrider.api.commands.Settled.Unknown;
import io.postrider.schemas.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PendingAnswersTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final HandOvers callers = new HandOvers();
    private final PendingAnswers pending = new PendingAnswers(2, TIMEOUT, callers, now::get);

    @AfterEach
    void close() {
        pending.close();
    }

    @Test
    void anAnswerReachesWhoWaitsButNotOnTheThreadThatBroughtIt() {
        Outcome outcome = Outcomes.of("cmd_1");
        CompletableFuture<Settled> waiting = register("cmd_1");

        pending.answered("cmd_1", outcome);

        assertThat(waiting).isNotDone();
        callers.runAll();
        assertThat(waiting).isCompletedWithValue(new Decided(outcome));
    }

    @Test
    void aSecondAnswerIsIgnored() {
        Outcome first = Outcomes.of("cmd_1");
        CompletableFuture<Settled> waiting = register("cmd_1");

        pending.answered("cmd_1", first);
        pending.answered("cmd_1", Outcomes.of("cmd_1"));
        callers.runAll();

        assertThat(waiting).isCompletedWithValue(new Decided(first));
    }

    @Test
    void anAnswerThatNobodyWaitsForIsIgnored() {
        pending.answered("cmd_9", Outcomes.of("cmd_9"));

        assertThat(callers.waiting()).isZero();
        assertThat(pending.size()).isZero();
    }

    @Test
    void noMoreThanTheCapacityIsWaitedFor() {
        assertThat(pending.register("cmd_1")).isPresent();
        assertThat(pending.register("cmd_2")).isPresent();

        assertThat(pending.register("cmd_3")).isEmpty();
        pending.answered("cmd_1", Outcomes.of("cmd_1"));
        assertThat(pending.register("cmd_3")).as("before the hand-over has run").isEmpty();
        callers.runAll();

        assertThat(pending.register("cmd_3")).isPresent();
    }

    @Test
    void aCommandIsWaitedForOnceAndTheRefusalCostsNoRoom() {
        assertThat(pending.register("cmd_1")).isPresent();

        assertThat(pending.register("cmd_1")).isEmpty();

        assertThat(pending.register("cmd_2")).isPresent();
    }

    @Test
    void whatIsNotAnsweredInTimeIsUnknown() {
        CompletableFuture<Settled> early = register("cmd_1");
        now.addAndGet(TIMEOUT.toNanos() - 1);
        CompletableFuture<Settled> late = register("cmd_2");
        pending.expire();
        callers.runAll();
        assertThat(early).isNotDone();

        now.addAndGet(1);
        pending.expire();
        callers.runAll();

        assertThat(early).isCompletedWithValue(new Unknown("cmd_1"));
        assertThat(late).isNotDone();
        assertThat(pending.size()).isEqualTo(1);
    }

    @Test
    void theEndLetsEverybodyGo() {
        CompletableFuture<Settled> waiting = register("cmd_1");

        pending.close();
        callers.runAll();

        assertThat(waiting).isCompletedWithValue(new Unknown("cmd_1"));
    }

    @Test
    void anAnswerAfterTheEndHarmsNobody() {
        assertThat(pending.register("cmd_1")).isPresent();
        callers.shutdown();

        pending.answered("cmd_1", Outcomes.of("cmd_1"));

        assertThat(pending.size()).isZero();
    }

    @Test
    void itsOwnThreadsKeepTimeAndCompleteWaiters() {
        try (PendingAnswers real = new PendingAnswers(1, Duration.ofMillis(1))) {
            AtomicReference<String> thread = new AtomicReference<>("");
            var _ =
                    real.register("cmd_1")
                            .orElseThrow()
                            .thenRun(() -> thread.set(Thread.currentThread().getName()));

            await().untilAsserted(() -> assertThat(thread.get()).startsWith("answers-"));
        }
    }

    private CompletableFuture<Settled> register(String commandId) {
        CompletionStage<Settled> stage = pending.register(commandId).orElseThrow();
        return stage.toCompletableFuture();
    }
}
