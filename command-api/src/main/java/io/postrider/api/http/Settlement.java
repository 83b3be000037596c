package io.postrider.api.http;

import io.postrider.api.commands.KafkaCommandGateway;
import io.postrider.api.commands.Settled;
import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.Outcome;
import io.postrider.schemas.Refusal;
import io.postrider.schemas.SchemaIds;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Tells what became of a command in the terms of the public interface. */
final class Settlement {

    private final Map<Context, EventCodec> codecs = new EnumMap<>(Context.class);

    Settlement(SchemaIds ids) {
        for (Context context : Context.values()) {
            codecs.put(context, EventCodec.of(context, ids));
        }
    }

    Written of(Context context, Settled settled) {
        return switch (settled) {
            case Settled.Decided(Outcome outcome) -> decided(context, outcome);
            case Settled.Unavailable(String code, String detail) ->
                    failed(unavailable(code, detail));
            case Settled.Unknown(String commandId) -> failed(unknown(commandId));
        };
    }

    private static Problem unavailable(String code, String detail) {
        return switch (code) {
            case KafkaCommandGateway.TOO_LARGE -> tooLarge();
            case KafkaCommandGateway.DISK_LOW -> Problem.diskLow(detail);
            case KafkaCommandGateway.TOO_MANY_COMMANDS ->
                    Problem.of(429, code, detail).retryAfter(1);
            default -> Problem.unavailable(code, detail);
        };
    }

    private Written decided(Context context, Outcome outcome) {
        ConsistencyToken token =
                new ConsistencyToken(context, outcome.partition(), outcome.offset());
        return switch (outcome.kind()) {
            case Outcome.ACCEPTED, Outcome.UNCHANGED -> holds(context, outcome, token);
            case Outcome.RESERVED -> new Written.Reserved(outcome.decidedAt(), outcome.replayed());
            case Outcome.KEY_REUSED -> refused(keyReused(), outcome, token);
            case Outcome.REJECTED -> rejected(problem(refusal(outcome)), outcome, token);
            default -> throw new IllegalStateException("outcome of kind " + outcome.kind());
        };
    }

    private Written holds(Context context, Outcome outcome, ConsistencyToken token) {
        byte[] event = outcome.event();
        if (event == null) {
            throw new IllegalStateException("no event with the outcome of " + outcome.commandId());
        }
        EventCodec codec = Objects.requireNonNull(codecs.get(context));
        return new Written.Holds(codec.decode(event), outcome.version(), token, outcome.replayed());
    }

    private static Refusal refusal(Outcome outcome) {
        Refusal refusal = outcome.refusal();
        return refusal == null ? Refusal.of("internal_error", "") : refusal;
    }

    /** A request that is to be repeated has decided nothing that a read could wait for. */
    private static Written rejected(Problem problem, Outcome outcome, ConsistencyToken token) {
        return problem.status() == 503 ? failed(problem) : refused(problem, outcome, token);
    }

    private static Written refused(Problem problem, Outcome outcome, ConsistencyToken token) {
        Problem placed = problem.with(Written.TOKEN_HEADER, token.text());
        return new Written.Failed(
                outcome.replayed() ? placed.with("Idempotent-Replayed", "true") : placed,
                Optional.of(token));
    }

    private static Written failed(Problem problem) {
        return new Written.Failed(problem, Optional.empty());
    }

    private static Problem problem(Refusal refusal) {
        return switch (refusal.code()) {
            case "not_found" -> Problem.notFound();
            case "internal_error", "undecodable" -> Problem.internal();
            case "too_large" -> tooLarge();
            case "clock_skew" -> Problem.unavailable(refusal.code(), refusal.detail());
            case "version_mismatch" -> with(412, refusal);
            case "clicks_exhausted" -> with(410, refusal);
            case "invalid" -> with(422, refusal);
            case "role_exceeds_own" -> with(403, refusal);
            case "second_factor_required", "second_factor_wrong", "sign_in_refused" ->
                    with(401, refusal);
            default -> with(409, refusal);
        };
    }

    private static Problem with(int status, Refusal refusal) {
        return Problem.of(status, refusal.code(), refusal.detail()).withFields(refusal.errors());
    }

    private static Problem keyReused() {
        return Problem.of(
                422,
                "idempotency_key_reused",
                "The Idempotency-Key was used before, for another request.");
    }

    private static Problem tooLarge() {
        return Problem.of(413, "too_large", "The resource would be larger than the log takes.");
    }

    private static Problem unknown(String commandId) {
        return Problem.of(
                        504,
                        Written.OUTCOME_UNKNOWN,
                        "Nothing was heard in time, and it may still take effect. Repeat the"
                                + " request with the same Idempotency-Key.")
                .withMember("command_id", commandId);
    }
}
