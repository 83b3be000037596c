package io.postrider.automation.engine;

import io.postrider.automation.rules.Retry;
import io.postrider.automation.rules.Sealer;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.runs.RunCommand;
import io.postrider.domain.runs.RunCommand.CompleteStep;
import io.postrider.domain.runs.RunCommand.FailAttempt;
import io.postrider.domain.runs.StepStatus;
import io.postrider.outbound.delivery.RetrySchedule;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns outcomes into records of attempts, and these into commands to runs. */
final class EffectAttempts {

    private static final int ERROR_LENGTH_MAX = 500;
    private final RetrySchedule schedule;
    private final RandomGenerator random;
    private final Sealer sealer;
    private final InstantSource clock;

    EffectAttempts(RandomGenerator random, Sealer sealer, InstantSource clock) {
        this.schedule = new RetrySchedule(RetrySchedule.WITHIN_HOURS, random);
        this.random = random;
        this.sealer = sealer;
        this.clock = clock;
    }

    private record End(
            String outcome,
            @Nullable String error,
            @Nullable String output,
            @Nullable Instant next) {}

    /** The record of an attempt that begins now. */
    Attempt started(Delivery delivery, int number) {
        Instant now = now();
        return attempt(delivery, number, now, now, new End(Attempt.STARTED, null, null, null));
    }

    /**
     * The record of an attempt that began at a time and ends now.
     *
     * @param retry of its action; empty for the schedule of every effect
     */
    Attempt record(
            Delivery delivery,
            Effect effect,
            int number,
            Instant at,
            Outcome outcome,
            Optional<Retry> retry) {
        Instant now = now();
        End end =
                switch (outcome) {
                    case Outcome.Done(JsonNode output) ->
                            new End(
                                    Attempt.DELIVERED,
                                    null,
                                    sealed(delivery, effect, Optional.of(output)),
                                    null);
                    case Outcome.Failed(String error, Optional<JsonNode> output) ->
                            new End(
                                    Attempt.EXHAUSTED,
                                    error,
                                    sealed(delivery, effect, output),
                                    null);
                    case Outcome.Unknown(String error) ->
                            new End(Attempt.UNKNOWN, error, null, null);
                    case Outcome.Again(
                                    String error,
                                    Optional<Duration> after,
                                    Optional<JsonNode> output) ->
                            retry.map(own -> new RetrySchedule(own.delays(), random))
                                    .orElse(schedule)
                                    .after(number, after)
                                    .map(wait ->
                                            new End(Attempt.RETRY, error, null, now.plus(wait)))
                                    .orElseGet(() ->
                                            new End(
                                                    Attempt.EXHAUSTED,
                                                    error,
                                                    sealed(delivery, effect, output),
                                                    null));
                };
        return attempt(delivery, number, at, now, end);
    }

    private @Nullable String sealed(Delivery delivery, Effect effect, Optional<JsonNode> output) {
        return output.flatMap(json ->
                        sealer.seal(delivery.workspace(), effect.purpose(), json.toString()))
                .orElse(null);
    }

    /** The command to the run; empty where an attempt has just begun. */
    static Optional<RunCommand> told(Attempt attempt) {
        return switch (attempt.outcome()) {
            case Attempt.DELIVERED -> ended(attempt, StepStatus.SUCCEEDED);
            case Attempt.EXHAUSTED -> ended(attempt, StepStatus.FAILED);
            case Attempt.UNKNOWN -> ended(attempt, StepStatus.UNKNOWN);
            case Attempt.RETRY ->
                    Optional.ofNullable(attempt.nextAttemptAt())
                            .map(next ->
                                    new FailAttempt(
                                            attempt.workspace(),
                                            attempt.delivery(),
                                            attempt.number(),
                                            attempt.error(),
                                            next));
            default -> Optional.empty();
        };
    }

    private static Optional<RunCommand> ended(Attempt attempt, StepStatus as) {
        return Optional.of(
                new CompleteStep(
                        attempt.workspace(),
                        attempt.delivery(),
                        as,
                        attempt.responseBody(),
                        attempt.error(),
                        attempt.number()));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private Attempt attempt(Delivery delivery, int number, Instant at, Instant now, End end) {
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        String error = end.error();
        return new Attempt(
                Id.of(IdKind.ATT, Uuids.v7(at, bits)),
                delivery.id(),
                delivery.workspace(),
                delivery.endpoint(),
                delivery.eventId(),
                delivery.eventType(),
                number,
                at,
                Duration.between(at, now).toMillis(),
                end.outcome(),
                null,
                error == null || error.length() <= ERROR_LENGTH_MAX
                        ? error
                        : error.substring(0, ERROR_LENGTH_MAX),
                Map.of(),
                Map.of(),
                end.output(),
                false,
                end.next());
    }
}
