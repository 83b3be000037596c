package io.postrider.decider.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.decider.client.PendingCommands.Registration;
import io.postrider.decider.client.PendingCommands.Registration.Full;
import io.postrider.decider.client.PendingCommands.Registration.ShareTaken;
import io.postrider.decider.client.PendingCommands.Registration.Waiting;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.commands.CommandResult.Decided;
import io.postrider.platform.commands.CommandResult.Unknown;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.schemas.CommandOutcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PendingCommandsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final DeferredExecutor callers = new DeferredExecutor();
    private final PendingCommands pending =
            new PendingCommands(
                    new SharedCapacity(2, 2), new CommandReserve(2), TIMEOUT, callers, now::get);

    @AfterEach
    void close() {
        pending.close();
    }

    @Test
    void anOutcomeCompletesOnAnotherThread() {
        CommandOutcome outcome = Outcomes.of("cmd_1");
        CompletableFuture<CommandResult> waiting = register("cmd_1");

        pending.answered("cmd_1", outcome);

        assertThat(waiting).isNotDone();
        callers.runAll();
        assertThat(waiting).isCompletedWithValue(new Decided(outcome));
    }

    @Test
    void aDeadTimeoutThreadIsReported() {
        AtomicBoolean broken = new AtomicBoolean();
        LongSupplier clock =
                () -> {
                    if (broken.get()) {
                        throw new NoClassDefFoundError("a.B");
                    }
                    return 0;
                };
        try (PendingCommands failing =
                new PendingCommands(
                        new SharedCapacity(2, 2), new CommandReserve(2), TIMEOUT, callers, clock)) {
            assertThat(failing.dead()).isNotDone();
            broken.set(true);

            await().until(() -> failing.dead().isDone());
        }
    }

    @Test
    void aSecondAnswerIsIgnored() {
        CommandOutcome first = Outcomes.of("cmd_1");
        CompletableFuture<CommandResult> waiting = register("cmd_1");

        pending.answered("cmd_1", first);
        pending.answered("cmd_1", Outcomes.of("cmd_1"));
        callers.runAll();

        assertThat(waiting).isCompletedWithValue(new Decided(first));
    }

    @Test
    void anUnexpectedOutcomeIsIgnored() {
        pending.answered("cmd_9", Outcomes.of("cmd_9"));

        assertThat(callers.waiting()).isZero();
        assertThat(pending.size()).isZero();
    }

    @Test
    void noMoreThanTheCapacityIsWaitedFor() {
        assertThat(registration("cmd_1")).isInstanceOf(Waiting.class);
        assertThat(registration("cmd_2")).isInstanceOf(Waiting.class);

        assertThat(registration("cmd_3")).isInstanceOf(Full.class);
        pending.answered("cmd_1", Outcomes.of("cmd_1"));
        assertThat(registration("cmd_3"))
                .as("before the hand-over has run")
                .isInstanceOf(Full.class);
        callers.runAll();

        assertThat(registration("cmd_3")).isInstanceOf(Waiting.class);
    }

    @Test
    void aCommandIsWaitedForOnceAndTheRefusalCostsNoRoom() {
        assertThat(registration("cmd_1")).isInstanceOf(Waiting.class);

        assertThat(registration("cmd_1")).isInstanceOf(Full.class);

        assertThat(registration("cmd_2")).isInstanceOf(Waiting.class);
    }

    @Test
    void aTimeoutIsAnUnknownOutcome() {
        CompletableFuture<CommandResult> early = register("cmd_1");
        now.addAndGet(TIMEOUT.toNanos() - 1);
        CompletableFuture<CommandResult> late = register("cmd_2");
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
        CompletableFuture<CommandResult> waiting = register("cmd_1");

        pending.close();
        callers.runAll();

        assertThat(waiting).isCompletedWithValue(new Unknown("cmd_1"));
    }

    @Test
    void anOutcomeAfterTheEndIsIgnored() {
        assertThat(registration("cmd_1")).isInstanceOf(Waiting.class);
        callers.shutdown();

        pending.answered("cmd_1", Outcomes.of("cmd_1"));

        assertThat(pending.size()).isZero();
    }

    @Test
    void itsOwnThreadsKeepTimeAndCompleteWaiters() {
        try (PendingCommands real =
                new PendingCommands(
                        new SharedCapacity(1, 1), new CommandReserve(1), Duration.ofMillis(1))) {
            AtomicReference<String> thread = new AtomicReference<>("");
            var _ =
                    waiting(real.register("cmd_1", sender("usr_1"), false))
                            .thenRun(() -> thread.set(Thread.currentThread().getName()));

            await().untilAsserted(() -> assertThat(thread.get()).startsWith("answers-"));
        }
    }

    @Test
    void aTenantWaitsForNoMoreThanItsShare() {
        try (PendingCommands shared =
                new PendingCommands(
                        new SharedCapacity(3, 2),
                        new CommandReserve(1),
                        TIMEOUT,
                        callers,
                        now::get)) {
            assertThat(shared.register("cmd_1", sender("usr_1"), false))
                    .isInstanceOf(Waiting.class);
            assertThat(shared.register("cmd_2", sender("usr_1"), false))
                    .isInstanceOf(Waiting.class);
            assertThat(shared.register("cmd_3", sender("usr_1"), false))
                    .isInstanceOf(ShareTaken.class);
            assertThat(shared.register("cmd_4", sender("usr_2"), false))
                    .isInstanceOf(Waiting.class);
            assertThat(shared.register("cmd_5", sender("usr_2"), false)).isInstanceOf(Full.class);

            shared.settle("cmd_1", new Unknown("cmd_1"));
            callers.runAll();

            assertThat(shared.register("cmd_3", sender("usr_1"), false))
                    .isInstanceOf(Waiting.class);
        }
    }

    @Test
    void theReserveIsTakenWhereThereIsNoOtherPlaceAndGivenBack() {
        assertThat(reserved("cmd_1", "usr_1")).isInstanceOf(Waiting.class);
        assertThat(registration("cmd_2")).isInstanceOf(Waiting.class);
        assertThat(registration("cmd_3")).isInstanceOf(Full.class);

        assertThat(reserved("cmd_4", "usr_1")).isInstanceOf(Waiting.class);
        assertThat(reserved("cmd_5", "usr_1")).isInstanceOf(ShareTaken.class);
        assertThat(reserved("cmd_6", "usr_2")).isInstanceOf(Waiting.class);
        assertThat(reserved("cmd_7", "usr_3")).isInstanceOf(Full.class);

        pending.settle("cmd_4", new Unknown("cmd_4"));
        callers.runAll();

        assertThat(registration("cmd_3")).as("no place of the reserve").isInstanceOf(Full.class);
        assertThat(reserved("cmd_5", "usr_1")).isInstanceOf(Waiting.class);
    }

    private Registration reserved(String commandId, String tenant) {
        return pending.register(commandId, sender(tenant), true);
    }

    private Registration registration(String commandId) {
        return pending.register(commandId, sender("usr_1"), false);
    }

    private static CommandSender sender(String tenant) {
        return new CommandSender(tenant, null);
    }

    private static CompletionStage<CommandResult> waiting(Registration registration) {
        return ((Waiting) registration).answer();
    }

    private CompletableFuture<CommandResult> register(String commandId) {
        CompletionStage<CommandResult> stage = waiting(registration(commandId));
        return stage.toCompletableFuture();
    }
}
