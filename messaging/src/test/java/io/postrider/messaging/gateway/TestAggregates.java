package io.postrider.messaging.gateway;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decides on the commands of a context with the deciders of the catalogue, and numbers the events as their topic does. */
final class TestAggregates {

    private final Context context;
    private final EventCodec codec;
    private final CommandCodec commands;
    private final Map<String, EventRecord> newest = new LinkedHashMap<>();
    private final List<EventRecord> events = new ArrayList<>();

    TestAggregates(Context context) {
        this.context = context;
        this.codec = EventCodec.of(context, LockedSchemaIds.shipped());
        this.commands = CommandCodec.of(context, LockedSchemaIds.shipped());
    }

    /** A command as it was written. */
    CommandRecord command(byte[] record) {
        return commands.decode(record);
    }

    /** The events that a record of a command leads to; none where it changes nothing or is rejected. */
    List<EventRecord> decide(byte[] record, Instant now) {
        CommandRecord command = command(record);
        return decide(
                command.header().aggregate(),
                requireNonNull(command.body()),
                command.header().actor(),
                now);
    }

    /** The events that a command leads to; none where it changes nothing or is rejected. */
    List<EventRecord> decide(String id, Record command, @Nullable Actor actor, Instant now) {
        return decide(Catalogue.commanded(command).orElseThrow(), id, command, actor, now);
    }

    private <C, S, E> List<EventRecord> decide(
            AggregateType<C, S, E, ?> entry,
            String id,
            Record command,
            @Nullable Actor actor,
            Instant now) {
        C asked = entry.commandType().cast(command);
        return entry.decider().decide(state(entry, id), asked, now) instanceof Accepted<E>(var all)
                ? all.stream().map(event -> add(id, (Record) event, actor, now)).toList()
                : List.of();
    }

    private <S, E> S state(AggregateType<?, S, E, ?> entry, String id) {
        Decider<?, S, E> decider = entry.decider();
        EventRecord event = newest.get(id);
        return event == null
                ? decider.initialState()
                : decider.evolve(decider.initialState(), entry.eventType().cast(payload(event)));
    }

    private static Record payload(EventRecord event) {
        return requireNonNull(event.payload());
    }

    private EventRecord add(String id, Record event, @Nullable Actor actor, Instant now) {
        EventRecord before = newest.get(id);
        EventHeader header =
                new EventHeader(
                        Id.of(IdKind.EVT, new UUID(context.number(), events.size())),
                        codec.typeOf(event),
                        now,
                        ((ResourceEvent<?>) event).resource().workspace(),
                        id,
                        before == null ? 1 : before.header().sequence() + 1,
                        null,
                        null,
                        actor);
        EventRecord record = new EventRecord(header, event);
        newest.put(id, record);
        events.add(record);
        return record;
    }

    /** Asks each resource for what its time has come for. */
    List<EventRecord> due(Instant now) {
        List<EventRecord> happened = new ArrayList<>();
        for (EventRecord event : List.copyOf(newest.values())) {
            Catalogue.of(context).stream()
                    .filter(entry -> entry.eventType().isInstance(event.payload()))
                    .forEach(entry -> happened.addAll(due(entry, event.header().aggregate(), now)));
        }
        return happened;
    }

    private <C, S, E> List<EventRecord> due(
            AggregateType<C, S, E, ?> entry, String id, Instant now) {
        return entry.decider()
                .due(state(entry, id))
                .filter(due -> !due.at().isAfter(now))
                .map(due -> decide(id, (Record) due.command(), null, now))
                .orElseGet(List::of);
    }

    /** The value of an event in its topic. */
    byte[] encode(EventRecord event) {
        return codec.encode(event);
    }

    /** The topic of the events. */
    String topic() {
        return context.events().name();
    }

    /** The topic of the commands. */
    String commandTopic() {
        return context.commands().name();
    }

    /** Every event so far. */
    List<EventRecord> events() {
        return List.copyOf(events);
    }

    /** A resource that exists. */
    <T extends Resource> Optional<T> find(Class<T> type, String id) {
        return all(type).stream().filter(resource -> resource.id().equals(id)).findFirst();
    }

    /** Every resource of a type that exists, in the order of their creation. */
    <T extends Resource> List<T> all(Class<T> type) {
        return newest.values().stream()
                .map(event -> (ResourceEvent<?>) payload(event))
                .filter(event -> !event.deletes())
                .map(ResourceEvent::resource)
                .filter(type::isInstance)
                .<T>map(type::cast)
                .toList();
    }
}
