package io.postrider.decider;

import io.postrider.domain.kernel.Rejection;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRejected;
import io.postrider.schemas.CommandUnchanged;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides on commands in the order of their partition, with the state of the stores.
 *
 * <p>It catches no exceptions. The changes of a command are staged in the stores until all of them are computed.
 */
final class CommandExecutor {

    private final DecisionLogic logic;
    private final Map<Context, Integer> inForce = new EnumMap<>(Context.class);
    private final AggregateStore aggregates;
    private final IdempotencyStore outcomes;
    private final TimerStore due;

    CommandExecutor(
            DecisionLogic logic,
            AggregateStore aggregates,
            IdempotencyStore outcomes,
            TimerStore due) {
        this.logic = logic;
        this.aggregates = aggregates;
        this.due = due;
        this.outcomes = outcomes;
    }

    /**
     * The result of a command.
     *
     * @param records events, or one settlement; at least one, so that views see every command
     */
    record Result(CommandOutcome outcome, List<EncodedEvent> records) {
        Result {
            records = List.copyOf(records);
        }
    }

    Result on(DecodedCommand received) {
        return switch (received) {
            case DecodedCommand.Unreadable unreadable ->
                    refused(unreadable, 0, Rejections.UNDECODABLE, CommandOutcome.REJECTED);
            // Not stored, since a repetition may reach a node with the right clock.
            case DecodedCommand.Skewed skewed ->
                    refused(skewed, 0, Rejections.CLOCK_SKEW, CommandOutcome.REJECTED);
            case DecodedCommand.Command command -> onCommand(command);
        };
    }

    /** Reports that a command cannot be decided. The outcome is not stored: the same request may succeed after a repair. */
    Result failed(DecodedCommand received) {
        inForce.clear();
        return refused(received, 0, Rejections.INTERNAL_ERROR, CommandOutcome.REJECTED);
    }

    private Result onCommand(DecodedCommand.Command command) {
        outcomes.forgetExpired(command.origin().context(), command.origin().appended());
        if (command.header().idempotency() == null) {
            return command.isReservation()
                    ? refused(command, 0, Rejections.INTERNAL_ERROR, CommandOutcome.REJECTED)
                    : decided(command);
        }
        return once(command, command.requiredIdempotency());
    }

    /** Decides unless an earlier command of the same Idempotency-Key has been decided. */
    private Result once(DecodedCommand.Command command, Idempotency key) {
        Optional<CommandOutcome> earlier =
                outcomes.find(command.origin().context(), key.scope(), command.origin().appended());
        if (earlier.isPresent()) {
            CommandOutcome found = earlier.get();
            if (!key.requestHash().equals(found.requestHash())) {
                return refused(command, 0, Rejections.KEY_REUSED, CommandOutcome.KEY_REUSED);
            }
            boolean onlyReserved = found.kind().equals(CommandOutcome.RESERVED);
            if (!onlyReserved || command.isReservation()) {
                return new Result(found.asReplay(), List.of(unchanged(command)));
            }
        }
        Result result = command.isReservation() ? reserved(command) : decided(command);
        if (isWorthKeeping(result.outcome())) {
            outcomes.keep(command.origin().context(), key.scope(), result.outcome());
        }
        return result;
    }

    /**
     * Whether an outcome is stored for repeated requests: not an internal error, which may be fixed by then, and not a
     * rejection of fields, after which a caller may send the corrected request with the same key.
     */
    private static boolean isWorthKeeping(CommandOutcome outcome) {
        Rejection rejection = outcome.rejection();
        return rejection == null
                || !(rejection.equals(Rejections.INTERNAL_ERROR)
                        || rejection.kind() == Rejection.Kind.INVALID);
    }

    private Result reserved(DecodedCommand.Command command) {
        return new Result(
                outcome(command, CommandOutcome.RESERVED, 0, null, null),
                List.of(unchanged(command)));
    }

    private Result decided(DecodedCommand.Command command) {
        CommandHeader header = command.header();
        ContextHandler handler = handler(command.origin());
        Context context = command.origin().context();
        byte @Nullable [] newest = aggregates.newest(context, header.aggregate());
        byte @Nullable [] count = aggregates.count(context, header.aggregate());
        return switch (handler.decide(command, newest, count)) {
            case DecisionResult.Accepted accepted -> {
                byte[] event = accepted.newest().framed();
                aggregates.put(context, header.aggregate(), accepted, count != null);
                // The last record names the command, and readers of events see it there alone.
                if (accepted.newest().makesVersion()) {
                    aggregates.putChanged(context, command.origin().offset());
                }
                due.move(
                        context,
                        header.aggregate(),
                        accepted.dueBefore(),
                        accepted.dueAfter(),
                        command.origin().traceparent());
                yield new Result(
                        outcome(command, CommandOutcome.ACCEPTED, accepted.version(), event, null),
                        accepted.events());
            }
            case DecisionResult.Unchanged(long version) ->
                    new Result(
                            outcome(command, CommandOutcome.UNCHANGED, version, newest, null),
                            List.of(unchanged(command)));
            case DecisionResult.Refused(long version, Rejection rejection) ->
                    refused(command, version, rejection, CommandOutcome.REJECTED);
        };
    }

    private Result refused(
            DecodedCommand received, long version, Rejection rejection, String kind) {
        var payload =
                new CommandRejected(received.header().type(), rejection.code(), rejection.detail());
        return new Result(
                outcome(received, kind, version, null, rejection),
                List.of(handler(received.origin()).settlement(received, payload)));
    }

    /** By the version that applies at the position of the command. */
    private ContextHandler handler(CommandPosition origin) {
        Context context = origin.context();
        int before = inForce.computeIfAbsent(context, aggregates::logic);
        int version = Math.max(before, origin.logic());
        ContextHandler handler = logic.of(version).of(context);
        if (version > before) {
            aggregates.putLogic(context, version);
            inForce.put(context, version);
        }
        return handler;
    }

    private EncodedEvent unchanged(DecodedCommand.Command command) {
        return handler(command.origin())
                .settlement(command, new CommandUnchanged(command.header().type()));
    }

    private CommandOutcome outcome(
            DecodedCommand received,
            String kind,
            long version,
            byte @Nullable [] event,
            @Nullable Rejection rejection) {
        CommandHeader header = received.header();
        Idempotency key = header.idempotency();
        return new CommandOutcome(
                header.id(),
                header.aggregate(),
                kind,
                version,
                event,
                rejection,
                received.origin().partition(),
                received.origin().offset(),
                aggregates.changed(received.origin().context()),
                key == null ? null : key.requestHash(),
                received.origin().appended(),
                false);
    }
}
