package io.postrider.web.resource;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.kernel.Rejection;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.web.problem.Problem;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Translates the outcome of a command into the terms of the public interface. */
final class WriteResults {

    private final Map<Context, EventCodec> codecs = new EnumMap<>(Context.class);

    WriteResults(SchemaIds ids) {
        for (Context context : Context.values()) {
            codecs.put(context, EventCodec.of(context, ids));
        }
    }

    WriteResult of(Context context, CommandResult settled) {
        return switch (settled) {
            case CommandResult.Decided(CommandOutcome outcome) -> decided(context, outcome);
            case CommandResult.Unavailable(String code, String detail) ->
                    failed(unavailable(code, detail));
            case CommandResult.Unknown(String commandId) -> failed(unknown(commandId));
        };
    }

    private static Problem unavailable(String code, String detail) {
        return switch (code) {
            case CommandResult.TOO_LARGE -> tooLarge();
            case CommandResult.DISK_LOW -> Problem.diskLow(detail);
            case CommandResult.TOO_MANY_COMMANDS -> Problem.of(429, code, detail).retryAfter(1);
            default -> Problem.unavailable(code, detail);
        };
    }

    private WriteResult decided(Context context, CommandOutcome outcome) {
        ConsistencyToken token =
                new ConsistencyToken(context, outcome.partition(), outcome.changed());
        return switch (outcome.kind()) {
            case CommandOutcome.ACCEPTED, CommandOutcome.UNCHANGED ->
                    holds(context, outcome, token);
            case CommandOutcome.RESERVED ->
                    new WriteResult.Reserved(outcome.decidedAt(), outcome.replayed());
            case CommandOutcome.KEY_REUSED -> refused(keyReused(), outcome, token);
            case CommandOutcome.REJECTED ->
                    rejected(problem(requireNonNull(outcome.rejection())), outcome, token);
            default -> throw new IllegalStateException("outcome of kind " + outcome.kind());
        };
    }

    private WriteResult holds(Context context, CommandOutcome outcome, ConsistencyToken token) {
        byte[] event = outcome.event();
        if (event == null) {
            throw new IllegalStateException("no event with the outcome of " + outcome.commandId());
        }
        EventCodec codec = requireNonNull(codecs.get(context));
        return new WriteResult.Holds(
                codec.decode(event), outcome.version(), token, outcome.replayed());
    }

    /** A request that is to be repeated has decided nothing that a read could wait for. */
    private static WriteResult rejected(
            Problem problem, CommandOutcome outcome, ConsistencyToken token) {
        return problem.status() == 503 ? failed(problem) : refused(problem, outcome, token);
    }

    private static WriteResult refused(
            Problem problem, CommandOutcome outcome, ConsistencyToken token) {
        Problem placed = problem.with(WriteResult.TOKEN_HEADER, token.text());
        return new WriteResult.Failed(
                outcome.replayed() ? placed.with("Idempotent-Replayed", "true") : placed,
                Optional.of(token));
    }

    private static WriteResult failed(Problem problem) {
        return new WriteResult.Failed(problem, Optional.empty());
    }

    /** The problem that a rejection is to a caller. */
    static Problem problem(Rejection rejection) {
        return switch (rejection.kind()) {
            case NOT_FOUND -> Problem.notFound();
            case INTERNAL -> Problem.internal();
            case TOO_LARGE -> tooLarge();
            case UNAVAILABLE -> Problem.unavailable(rejection.code(), rejection.detail());
            case VERSION_MISMATCH -> with(412, rejection);
            case GONE -> with(410, rejection);
            case INVALID -> with(422, rejection);
            case FORBIDDEN -> with(403, rejection);
            case UNAUTHENTICATED -> with(401, rejection);
            case CONFLICT -> with(409, rejection);
        };
    }

    private static Problem with(int status, Rejection rejection) {
        return Problem.of(status, rejection.code(), rejection.detail())
                .withFields(rejection.errors());
    }

    private static Problem keyReused() {
        return Problem.of(
                422,
                "idempotency_key_reused",
                "The Idempotency-Key was already used for a different request.");
    }

    private static Problem tooLarge() {
        return Problem.of(413, "too_large", "The resource exceeds the maximum size of a record.");
    }

    private static Problem unknown(String commandId) {
        return Problem.of(
                        504,
                        WriteResult.OUTCOME_UNKNOWN,
                        "The result did not arrive in time; the command may still take effect. Retry"
                                + " with the same Idempotency-Key.")
                .withMember("command_id", commandId);
    }
}
