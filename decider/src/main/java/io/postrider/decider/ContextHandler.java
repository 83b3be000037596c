package io.postrider.decider;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.messages.MessageEvent;
import io.postrider.domain.runs.RunEvent;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The deciders of one context, between bytes: takes the newest event of an aggregate, returns a verdict and the next events.
 * It reads and writes nothing, so the same command on the same event gives the same bytes.
 */
final class ContextHandler {

    /** The guarantees to readers of events. */
    static final int EVENT_BYTES_MAX = 256 * 1024;

    private final List<AggregateType<?, ?, ?, ?>> aggregates;
    private final Context context;
    private final EventCodec codec;
    private final EventCodec settlements;
    private final CommandCodec commandCodec;

    ContextHandler(Context context, List<AggregateType<?, ?, ?, ?>> aggregates, SchemaIds ids) {
        this.aggregates = List.copyOf(aggregates);
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
    DecisionResult decide(
            DecodedCommand.Command command, byte @Nullable [] newest, byte @Nullable [] count) {
        return decided(
                commanded(command.requiredBody()),
                command,
                newest == null ? null : codec.decode(newest),
                count == null ? null : settlements.decode(count));
    }

    /**
     * A command that an aggregate wants to receive.
     *
     * @param command one of the context's commands
     */
    record Asked(String workspace, Record command) {}

    /** The command that the aggregate wants to receive at its next due time; empty for none. */
    Optional<Asked> due(byte[] newest) {
        EventRecord event = codec.decode(newest);
        return due(owner(payload(event)), event);
    }

    private static <C, S, E> Optional<Asked> due(
            AggregateType<C, S, E, ?> entry, EventRecord newest) {
        return entry.decider()
                .due(after(entry, newest))
                .map(due -> new Asked(newest.header().workspace(), (Record) due.command()));
    }

    private AggregateType<?, ?, ?, ?> commanded(Record command) {
        return aggregate(entry -> entry.commandType().isInstance(command), command);
    }

    private AggregateType<?, ?, ?, ?> owner(Record event) {
        return aggregate(entry -> entry.eventType().isInstance(event), event);
    }

    private AggregateType<?, ?, ?, ?> aggregate(
            Predicate<AggregateType<?, ?, ?, ?>> fits, Record of) {
        return aggregates.stream()
                .filter(fits)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(of.getClass() + " in " + context));
    }

    /** The type name of a command in its record. */
    String typeOf(Record command) {
        return commandCodec.typeOf(command);
    }

    /** The record that a command leaves when no event of the business does. */
    EncodedEvent settlement(DecodedCommand received, Record payload) {
        return emitted(received, 0, 0, payload, false);
    }

    private <C, S, E> DecisionResult decided(
            AggregateType<C, S, E, ?> entry,
            DecodedCommand.Command command,
            @Nullable EventRecord newest,
            @Nullable EventRecord count) {
        Decider<C, S, E> decider = entry.decider();
        S state = newest == null ? decider.initialState() : after(entry, newest);
        S counted = count == null ? state : decider.evolve(state, event(entry, count));
        long version = newest == null ? 0 : newest.header().sequence();
        C asked = entry.commandType().cast(command.requiredBody());
        Long expected = command.header().expectedVersion();
        boolean mismatch = newest != null && expected != null && expected != version;
        return switch (decider.decide(counted, asked, command.time())) {
            // Rejections come first: a caller that may not see the resource must not learn its
            // version.
            case Rejected<E>(Rejection rejection) -> new DecisionResult.Refused(version, rejection);
            case Accepted<E>(List<E> happened) ->
                    mismatch
                            ? new DecisionResult.Refused(version, Rejections.VERSION_MISMATCH)
                            : accepted(
                                    decider, goingOn(command, newest), version, counted, happened);
        };
    }

    /** Later changes of a run or message by the system have the cause of the change before. */
    private static DecodedCommand.Command goingOn(
            DecodedCommand.Command command, @Nullable EventRecord newest) {
        Actor actor = command.header().actor();
        Actor before = newest == null ? null : newest.header().actor();
        boolean hasCauses =
                newest != null
                        && (newest.payload() instanceof RunEvent
                                || newest.payload() instanceof MessageEvent);
        return hasCauses && actor != null && before != null
                ? new DecodedCommand.Command(
                        command.origin(),
                        command.header().withActor(actor.goingOnFor(before)),
                        command.uuid(),
                        command.body())
                : command;
    }

    private static <S, E> S after(AggregateType<?, S, E, ?> entry, EventRecord newest) {
        return entry.decider().evolve(entry.decider().initialState(), event(entry, newest));
    }

    private static <E> E event(AggregateType<?, ?, E, ?> entry, EventRecord event) {
        return entry.eventType().cast(payload(event));
    }

    private static Record payload(EventRecord event) {
        return requireNonNull(event.payload(), () -> "unknown type " + event.header().type());
    }

    private <S, E> DecisionResult accepted(
            Decider<?, S, E> decider,
            DecodedCommand.Command command,
            long version,
            S before,
            List<E> happened) {
        List<EncodedEvent> emitted = new ArrayList<>(happened.size());
        long newest = version;
        for (int i = 0; i < happened.size(); i++) {
            E event = happened.get(i);
            boolean makesVersion = decider.makesVersion(event);
            newest += makesVersion ? 1 : 0;
            emitted.add(emitted(command, i, newest, (Record) event, makesVersion));
        }
        if (emitted.stream().anyMatch(event -> event.framed().length > EVENT_BYTES_MAX)) {
            return new DecisionResult.Refused(version, Rejections.TOO_LARGE);
        }
        return emitted.isEmpty()
                ? new DecisionResult.Unchanged(version)
                : new DecisionResult.Accepted(
                        newest,
                        emitted,
                        dueAt(decider, before),
                        dueAt(decider, decider.evolve(before, happened.getLast())));
    }

    private static <S> @Nullable Instant dueAt(Decider<?, S, ?> decider, S state) {
        return decider.due(state).map(ScheduledCommand::at).orElse(null);
    }

    private EncodedEvent emitted(
            DecodedCommand cause, int index, long sequence, Record payload, boolean makesVersion) {
        EventCodec written = makesVersion ? codec : settlements;
        EventHeader header = header(cause, index, sequence, written.typeOf(payload));
        return new EncodedEvent(
                makesVersion ? context.events() : context.settlements(),
                header,
                written.encode(new EventRecord(header, payload)),
                makesVersion);
    }

    private static EventHeader header(DecodedCommand cause, int index, long sequence, String type) {
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
