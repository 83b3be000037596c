package io.postrider.automation.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.automation.rules.Sealer;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.CompleteStep;
import io.postrider.domain.runs.RunCommand.FailAttempt;
import io.postrider.domain.runs.Step;
import io.postrider.domain.runs.StepStatus;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is recorded of an attempt of an effect, and what its run is told. */
class EffectAttemptsTest {

    private static final Instant AT = TestEngine.START;
    private static final Instant NOW = AT.plusMillis(1_500);
    private static final Run RUN =
            Run.begun(
                    Id.of(IdKind.RUN, new UUID(3, 1)),
                    TestEngine.WORKSPACE,
                    Id.of(IdKind.RUL, new UUID(1, 1)),
                    7,
                    Id.of(IdKind.EVT, new UUID(2, 1)),
                    "order.paid",
                    "sealed",
                    3,
                    AT);
    private static final Step STEP =
            Step.of("link", "links.create", AT).begun(RUN.effectOf("link"), "sealed input");
    private static final Effect EFFECT = Effect.of(RUN, STEP);
    private static final Delivery DELIVERY = EFFECT.delivery(TestEngine.WORKSPACE, AT);

    private final EffectAttempts attempts =
            new EffectAttempts(new Random(1), Sealer.PLAIN, () -> NOW);

    @Test
    void anEffectIsTheSameAfterItsQueue() {
        assertThat(Effect.of(DELIVERY)).isEqualTo(EFFECT);
        assertThat(DELIVERY.endpoint()).isEqualTo(RUN.ruleId());
        assertThat(DELIVERY.id()).isEqualTo(STEP.effectId());
        assertThat(EFFECT.cause().depth()).isEqualTo(3);
    }

    @Test
    void anAttemptThatBeginsTellsTheRunNothing() {
        Attempt attempt = attempts.started(DELIVERY, 1);

        assertThat(attempt.outcome()).isEqualTo(Attempt.STARTED);
        assertThat(EffectAttempts.told(attempt)).isEmpty();
    }

    @Test
    void anEffectThatWasMadeGivesItsOutput() {
        Attempt attempt = record(2, new Outcome.Done(Json.object().put("id", "lnk_1")));

        assertThat(attempt.durationMs()).isEqualTo(1_500);
        assertThat(EffectAttempts.told(attempt))
                .contains(complete(StepStatus.SUCCEEDED, "{\"id\":\"lnk_1\"}", null, 2));
    }

    @Test
    void anEffectThatWasRefusedOrIsUnknownEndsItsStep() {
        assertThat(EffectAttempts.told(record(1, new Outcome.Failed("no"))))
                .contains(complete(StepStatus.FAILED, null, "no", 1));
        assertThat(EffectAttempts.told(record(3, new Outcome.Unknown("who knows"))))
                .contains(complete(StepStatus.UNKNOWN, null, "who knows", 3));
    }

    @Test
    void theWaitsGrowFromASecondToFourHours() {
        List<Duration> planned =
                List.of(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(30),
                        Duration.ofHours(1),
                        Duration.ofHours(4));
        IntStream.rangeClosed(1, planned.size())
                .forEach(number -> {
                    Attempt attempt = record(number, new Outcome.Again("later", Optional.empty()));
                    Duration wait = Duration.between(NOW, attempt.nextAttemptAt());
                    assertThat((double) wait.toMillis() / planned.get(number - 1).toMillis())
                            .as("after attempt %d", number)
                            .isBetween(0.8, 1.2);
                    assertThat(EffectAttempts.told(attempt))
                            .contains(
                                    new FailAttempt(
                                            attempt.workspace(),
                                            DELIVERY.id(),
                                            number,
                                            "later",
                                            requireNonNull(attempt.nextAttemptAt())));
                });

        Attempt last = record(9, new Outcome.Again("later", Optional.empty()));
        assertThat(last.nextAttemptAt()).isNull();
        assertThat(EffectAttempts.told(last))
                .contains(complete(StepStatus.FAILED, null, "later", 9));
    }

    @Test
    void aReceiverLengthensAWaitAndNeverShortensIt() {
        assertThat(next(1, Duration.ofSeconds(90))).isEqualTo(NOW.plusSeconds(90));
        assertThat(next(4, Duration.ofSeconds(1))).isAfter(NOW.plusSeconds(90));
        assertThat(next(1, Duration.ofDays(9))).isEqualTo(NOW.plus(Duration.ofDays(1)));
    }

    @Test
    void anErrorIsShortened() {
        assertThat(record(1, new Outcome.Failed("x".repeat(2_000))).error()).hasSize(500);
    }

    @Test
    void withoutTheKeyOfTheWorkspaceThereIsNoOutput() {
        Sealer gone =
                new Sealer() {
                    @Override
                    public Optional<String> seal(String workspace, String purpose, String text) {
                        return Optional.empty();
                    }

                    @Override
                    public Optional<String> open(String workspace, String purpose, String sealed) {
                        return Optional.empty();
                    }
                };
        Attempt attempt =
                new EffectAttempts(new Random(1), gone, () -> NOW)
                        .record(
                                DELIVERY,
                                EFFECT,
                                1,
                                AT,
                                new Outcome.Done(Json.object()),
                                Optional.empty());

        assertThat(EffectAttempts.told(attempt))
                .contains(complete(StepStatus.SUCCEEDED, null, null, 1));
    }

    private Instant next(int number, Duration asked) {
        Attempt attempt = record(number, new Outcome.Again("later", Optional.of(asked)));
        return Optional.ofNullable(attempt.nextAttemptAt()).orElseThrow();
    }

    private Attempt record(int number, Outcome outcome) {
        return attempts.record(DELIVERY, EFFECT, number, AT, outcome, Optional.empty());
    }

    private static CompleteStep complete(
            StepStatus status, @Nullable String output, @Nullable String error, int number) {
        return new CompleteStep(TestEngine.WORKSPACE, EFFECT.id(), status, output, error, number);
    }
}
