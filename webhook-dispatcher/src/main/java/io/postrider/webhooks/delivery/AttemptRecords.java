package io.postrider.webhooks.delivery;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.outbound.delivery.RetrySchedule;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.webhooks.sending.AttemptResult;
import io.postrider.webhooks.sending.ReceivedResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Turns the ends of attempts into records: what is kept of them, and when the next one is due. */
final class AttemptRecords {

    private final RetrySchedule schedule;
    private final RandomGenerator random;

    AttemptRecords(RetrySchedule schedule, RandomGenerator random) {
        this.schedule = schedule;
        this.random = random;
    }

    /** An attempt that has begun. */
    record Try(Delivery delivery, int number, Instant at) {}

    /** What is known of an attempt's end. */
    private record End(
            Duration duration,
            @Nullable ReceivedResponse response,
            @Nullable String error,
            Optional<Duration> retryAfter) {}

    /** The record of an attempt that was made. */
    Attempt of(Try begun, SentHeaders sent, AttemptResult result) {
        return switch (result) {
            case AttemptResult.Delivered(var response, var duration) ->
                    record(
                            begun,
                            sent,
                            new End(duration, response, null, Optional.empty()),
                            Attempt.DELIVERED,
                            null);
            case AttemptResult.Gone(var response, var duration) ->
                    record(
                            begun,
                            sent,
                            new End(duration, response, "gone", Optional.empty()),
                            Attempt.GONE,
                            null);
            case AttemptResult.Throttled(var response, var retryAfter, var duration) ->
                    failed(begun, sent, new End(duration, response, Attempt.THROTTLED, retryAfter));
            case AttemptResult.Failed(var response, var duration) ->
                    failed(
                            begun,
                            sent,
                            new End(duration, response, "status_not_2xx", Optional.empty()));
            case AttemptResult.Unreachable(var error, var partial, var duration) ->
                    failed(
                            begun,
                            sent,
                            new End(
                                    duration,
                                    partial.orElse(null),
                                    error.code(),
                                    Optional.empty()));
            case AttemptResult.NotStarted() ->
                    throw new IllegalArgumentException("an attempt that was not made");
        };
    }

    /** The record of an attempt for which nothing could be sent. */
    Attempt notSent(Try begun, String error) {
        return failed(
                begun, SentHeaders.NONE, new End(Duration.ZERO, null, error, Optional.empty()));
    }

    /** The record that ends a delivery without an attempt. */
    Attempt discarded(Try begun, String error) {
        return record(
                begun,
                SentHeaders.NONE,
                new End(Duration.ZERO, null, error, Optional.empty()),
                Attempt.EXHAUSTED,
                null);
    }

    private Attempt failed(Try begun, SentHeaders sent, End end) {
        // Who tests a webhook looks at the one answer.
        Optional<Duration> wait =
                begun.delivery().test()
                        ? Optional.empty()
                        : schedule.after(begun.number(), end.retryAfter());
        Instant next = wait.map(begun.at().plus(end.duration())::plus).orElse(null);
        return record(begun, sent, end, next == null ? Attempt.EXHAUSTED : Attempt.RETRY, next);
    }

    private Attempt record(
            Try begun, SentHeaders sent, End end, String outcome, @Nullable Instant next) {
        Delivery delivery = begun.delivery();
        ReceivedResponse response = end.response();
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        return new Attempt(
                Id.of(IdKind.ATT, Uuids.v7(begun.at(), bits)),
                delivery.id(),
                delivery.workspace(),
                delivery.endpoint(),
                delivery.eventId(),
                delivery.eventType(),
                begun.number(),
                begun.at(),
                end.duration().toMillis(),
                outcome,
                response == null ? null : response.status(),
                end.error(),
                sent.shown(),
                response == null ? Map.of() : received(sent, response),
                response == null ? null : sent.masked(response.body()),
                response != null && response.truncated(),
                next);
    }

    private static Map<String, String> received(SentHeaders sent, ReceivedResponse response) {
        Map<String, String> shown = new LinkedHashMap<>();
        response.headers()
                .forEach(field ->
                        shown.merge(
                                field.name(), sent.masked(field.value()), AttemptRecords::joined));
        return shown;
    }

    private static String joined(String first, String second) {
        return first + ", " + second;
    }
}
