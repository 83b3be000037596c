package io.postrider.api.decider;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Due;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.schemas.CommandCodec;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Refusal;
import io.postrider.schemas.SchemaIds;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One context's business between bytes: the newest event in, a verdict and the next events out. Reads and writes
 * nothing, so the same command on the same event gives the same bytes for ever.
 *
 * @param <C> commands
 * @param <S> states
 * @param <E> events
 * @param <R> reasons to refuse
 */
final class ContextHandler<C, S, E, R> {

    private static final Logger LOGGER = LoggerFactory.getLogger(ContextHandler.class);

    /** Half of what a broker takes by default; an outcome holds the event and a little more. */
    static final int EVENT_BYTES_MAX = 512 * 1024;

    private final Decider<C, S, E, R> decider;
    private final Class<C> commands;
    private final Class<E> events;
    private final Function<R, Refusal> refusals;
    private final Context context;
    private final EventCodec codec;
    private final EventCodec settlements;
    private final CommandCodec commandCodec;

    ContextHandler(
            Context context,
            Decider<C, S, E, R> decider,
            Class<C> commands,
            Class<E> events,
            Function<R, Refusal> refusals,
            SchemaIds ids) {
        this.decider = decider;
        this.commands = commands;
        this.events = events;
        this.refusals = refusals;
        this.context = context;
        this.codec = EventCodec.of(context, ids);
        this.settlements = EventCodec.settlements(context, ids);
        this.commandCodec = CommandCodec.of(context, ids);
    }

    /**
     * Decides on a command.
     *
     * @param newest the aggregate's newest event record that made a version; null if it has none
     * @param count its newest settlement since then that is an event; null if it has none
     */
    Verdict decide(Received.Command command, byte @Nullable [] newest, byte @Nullable [] count) {
        try {
            return newest == null
                    ? decided(command, 0, decider.initialState(), false)
                    : decided(command, codec.decode(newest), count);
        } catch (UncheckedIOException e) {
            throw e;
        } catch (RuntimeException e) {
            // A bug. The same bug will show again on the same bytes, so the log can move on.
            LOGGER.atError()
                    .addKeyValue("command", command.header().id())
                    .addKeyValue("type", command.header().type())
                    .setCause(e)
                    .log("A command could not be decided");
            return new Verdict.Refused(0, Refusals.INTERNAL_ERROR);
        }
    }

    /**
     * What an aggregate wants to be asked.
     *
     * @param command one of the context's commands
     */
    record Asked(String workspace, Record command) {}

    /** What the aggregate whose newest event this is wants to be asked some time; empty for nothing. */
    Optional<Asked> due(byte[] newest) {
        EventRecord event = codec.decode(newest);
        return decider.due(after(event))
                .map(due -> new Asked(event.header().workspace(), (Record) due.command()));
    }

    /** What a command is called in its record. */
    String typeOf(Record command) {
        return commandCodec.typeOf(command);
    }

    /** The record that a command leaves when no event of the business does. */
    Emitted settlement(Received received, Record payload) {
        return emitted(received, 0, 0, payload, false);
    }

    private Verdict decided(Received.Command command, EventRecord newest, byte @Nullable [] count) {
        S state = after(newest);
        return decided(
                command,
                newest.header().sequence(),
                count == null ? state : decider.evolve(state, event(settlements.decode(count))),
                true);
    }

    private S after(EventRecord newest) {
        return decider.evolve(decider.initialState(), event(newest));
    }

    private E event(EventRecord event) {
        return events.cast(
                requireNonNull(event.payload(), () -> "unknown type " + event.header().type()));
    }

    private Verdict decided(Received.Command command, long version, S state, boolean exists) {
        C asked = commands.cast(command.requiredBody());
        Decision<E, R> decision = decider.decide(state, asked, command.time());
        Long expected = command.header().expectedVersion();
        boolean mismatch = exists && expected != null && expected != version;
        return switch (decision) {
            // Refusals come first: whoever may not see the resource must not learn of its version.
            case Rejected<E, R>(R reason) -> new Verdict.Refused(version, refusals.apply(reason));
            case Accepted<E, R>(List<E> happened) ->
                    mismatch
                            ? new Verdict.Refused(version, Refusals.VERSION_MISMATCH)
                            : accepted(command, version, state, happened);
        };
    }

    private Verdict accepted(Received.Command command, long version, S before, List<E> happened) {
        List<Emitted> emitted = new ArrayList<>(happened.size());
        long newest = version;
        for (int i = 0; i < happened.size(); i++) {
            E event = happened.get(i);
            boolean makesVersion = decider.makesVersion(event);
            newest += makesVersion ? 1 : 0;
            emitted.add(emitted(command, i, newest, (Record) event, makesVersion));
        }
        if (emitted.stream().anyMatch(event -> event.framed().length > EVENT_BYTES_MAX)) {
            return new Verdict.Refused(version, Refusals.TOO_LARGE);
        }
        return emitted.isEmpty()
                ? new Verdict.Unchanged(version)
                : new Verdict.Accepted(
                        newest,
                        emitted,
                        dueAt(before),
                        dueAt(decider.evolve(before, happened.getLast())));
    }

    private @Nullable Instant dueAt(S state) {
        return decider.due(state).map(Due::at).orElse(null);
    }

    private Emitted emitted(
            Received cause, int index, long sequence, Record payload, boolean makesVersion) {
        EventCodec written = makesVersion ? codec : settlements;
        EventHeader header = header(cause, index, sequence, written.typeOf(payload));
        return new Emitted(
                makesVersion ? context.events() : context.settlements(),
                header,
                written.encode(new EventRecord(header, payload)),
                makesVersion);
    }

    private static EventHeader header(Received cause, int index, long sequence, String type) {
        CommandHeader command = cause.header();
        return new EventHeader(
                Id.of(IdKind.EVT, Uuids.plus(cause.uuid(), index)),
                type,
                command.time(),
                command.workspace(),
                command.aggregate(),
                sequence,
                command.id(),
                command.correlationId(),
                command.actor());
    }
}
