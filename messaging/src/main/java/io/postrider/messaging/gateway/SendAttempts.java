package io.postrider.messaging.gateway;

import io.postrider.domain.instances.InstanceCommand.ReportInstance;
import io.postrider.domain.instances.InstanceState;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.messages.MessageError;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.domain.messages.Receipt;
import io.postrider.outbound.delivery.RetrySchedule;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns outcomes into records of attempts, and these into receipts. */
final class SendAttempts {

    static final String PROVIDER_ID = "provider_id";

    /** The provider's data on the recipient, as ciphertext. */
    static final String RECIPIENT = "recipient";

    /** The connection whose access token was refused. */
    private static final String REFUSED_EPOCH = "refused_epoch";

    /** A call is not made again before the instance is known to be paused. */
    private static final Duration UNTIL_PAUSED = Duration.ofSeconds(5);

    private final RetrySchedule schedule;
    private final RandomGenerator random;
    private final InstantSource clock;

    SendAttempts(RandomGenerator random, InstantSource clock) {
        this.schedule = new RetrySchedule(RetrySchedule.WITHIN_HOURS, random);
        this.random = random;
        this.clock = clock;
    }

    /** The members of a receipt besides its status. */
    private record End(
            String outcome, @Nullable String error, ObjectNode told, @Nullable Instant next) {}

    /** A receipt that is to be recorded. */
    record Told(Receipt receipt, @Nullable String providerId) {}

    /** The purpose under which what the provider told of the recipient of a message is sealed. */
    static String recipient(String message) {
        return message + "/recipient";
    }

    /** The record of an attempt that begins at a time. */
    Attempt started(Delivery delivery, int number, Instant at) {
        return attempt(
                delivery,
                number,
                at,
                at,
                null,
                new End(Attempt.STARTED, null, Json.object(), null));
    }

    /**
     * The record of an attempt that began at a time and ends now.
     *
     * @param epoch of the connection of the instance
     */
    Attempt record(Delivery delivery, int number, Instant at, SendOutcome outcome, long epoch) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Integer status =
                outcome instanceof SendOutcome.Answered answered ? answered.status() : null;
        return attempt(delivery, number, at, now, status, end(outcome, number, now, epoch));
    }

    private Attempt attempt(
            Delivery delivery,
            int number,
            Instant at,
            Instant now,
            @Nullable Integer status,
            End end) {
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
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
                status,
                end.error(),
                Map.of(),
                Map.of(),
                end.told().toString(),
                false,
                end.next());
    }

    private End end(SendOutcome outcome, int number, Instant now, long epoch) {
        return switch (outcome) {
            case SendOutcome.Answered(_, SendOutcome said) -> end(said, number, now, epoch);
            case SendOutcome.Done(ObjectNode told) -> new End(Attempt.DELIVERED, null, told, null);
            case SendOutcome.Failed(MessageError error) -> failed(error);
            case SendOutcome.Unauthorized(MessageError error) ->
                    new End(
                            Attempt.RETRY,
                            error.code(),
                            told(error).put(REFUSED_EPOCH, epoch),
                            now.plus(UNTIL_PAUSED));
            case SendOutcome.Unknown(String reason) ->
                    new End(Attempt.UNKNOWN, reason, Json.object(), null);
            case SendOutcome.Again(MessageError error, Optional<Duration> after) ->
                    schedule.after(number, after)
                            .map(wait ->
                                    new End(
                                            Attempt.RETRY,
                                            error.code(),
                                            told(error),
                                            now.plus(wait)))
                            .orElseGet(() -> failed(error));
        };
    }

    private static End failed(MessageError error) {
        return new End(Attempt.EXHAUSTED, error.code(), told(error), null);
    }

    private static ObjectNode told(MessageError error) {
        return Json.object()
                .put("code", error.code())
                .put("detail", error.detail())
                .put("retryable", error.retryable())
                .put("scope", error.scope());
    }

    /** The receipt that an attempt makes; empty where another attempt follows. */
    static Optional<Told> told(Attempt attempt, JsonNode told) {
        Instant at = attempt.at().plusMillis(attempt.durationMs());
        return switch (attempt.outcome()) {
            case Attempt.DELIVERED ->
                    Optional.of(
                            new Told(
                                    Receipt.of(MessageStatus.SUBMITTED, at),
                                    told.path(PROVIDER_ID).asString("")));
            case Attempt.EXHAUSTED ->
                    Optional.of(new Told(new Receipt(MessageStatus.FAILED, at, error(told)), null));
            case Attempt.UNKNOWN ->
                    Optional.of(new Told(Receipt.of(MessageStatus.OUTCOME_UNKNOWN, at), null));
            default -> Optional.empty();
        };
    }

    /** The report that pauses the instance whose access token was refused; empty for any other outcome. */
    static Optional<ReportInstance> pause(Attempt attempt, JsonNode told) {
        return told.has(REFUSED_EPOCH)
                ? Optional.of(
                        new ReportInstance(
                                attempt.workspace(),
                                told.path(REFUSED_EPOCH).asLong(0),
                                InstanceState.PAUSED,
                                attempt.error()))
                : Optional.empty();
    }

    private static MessageError error(JsonNode told) {
        return new MessageError(
                told.path("code").asString(""),
                told.path("detail").asString(""),
                told.path("retryable").asBoolean(false),
                told.path("scope").asString("message"));
    }
}
