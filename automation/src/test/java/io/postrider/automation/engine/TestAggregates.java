package io.postrider.automation.engine;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand;
import io.postrider.domain.automation.RuleDecider;
import io.postrider.domain.automation.RuleEvent;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand;
import io.postrider.domain.runs.RunDecider;
import io.postrider.domain.runs.RunEvent;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decides on the commands of a context with the decider of its aggregates, and numbers the events as their topic does. */
final class TestAggregates<C, T extends Resource, E extends ResourceEvent<T>> {

    private final Decider<C, Lifecycle<T>, E> decider;
    private final Class<C> commandType;
    private final Context context;
    private final EventCodec codec;
    private final CommandCodec commands;
    private final Map<String, Lifecycle<T>> states = new LinkedHashMap<>();
    private final Map<String, Long> versions = new HashMap<>();
    private final List<EventRecord> events = new ArrayList<>();

    TestAggregates(Decider<C, Lifecycle<T>, E> decider, Class<C> commandType, Context context) {
        this.decider = decider;
        this.commandType = commandType;
        this.context = context;
        this.codec = EventCodec.of(context, LockedSchemaIds.shipped());
        this.commands = CommandCodec.of(context, LockedSchemaIds.shipped());
    }

    static TestAggregates<RuleCommand, Rule, RuleEvent> ofRules() {
        return new TestAggregates<>(new RuleDecider(), RuleCommand.class, Context.AUTOMATION);
    }

    static TestAggregates<RunCommand, Run, RunEvent> ofRuns() {
        return new TestAggregates<>(new RunDecider(), RunCommand.class, Context.RUNS);
    }

    /** The event that a record of a command leads to; empty where it changes nothing or is rejected. */
    Optional<EventRecord> decide(byte[] record, Instant now) {
        CommandRecord command = commands.decode(record);
        return decide(
                command.header().aggregate(),
                commandType.cast(requireNonNull(command.body())),
                command.header().actor(),
                now);
    }

    /** The event that a command leads to; empty where it changes nothing or is rejected. */
    Optional<EventRecord> decide(String id, C command, @Nullable Actor actor, Instant now) {
        Lifecycle<T> state = states.getOrDefault(id, decider.initialState());
        if (!(decider.decide(state, command, now) instanceof Accepted<E>(List<E> accepted))
                || accepted.isEmpty()) {
            return Optional.empty();
        }
        E event = accepted.getFirst();
        states.put(id, decider.evolve(state, event));
        EventRecord record = record(id, (Record) event, actor, now);
        events.add(record);
        return Optional.of(record);
    }

    private EventRecord record(String id, Record event, @Nullable Actor actor, Instant now) {
        EventHeader header =
                new EventHeader(
                        Id.of(IdKind.EVT, new UUID(context.number(), events.size())),
                        codec.typeOf(event),
                        now,
                        TestEngine.WORKSPACE,
                        id,
                        versions.merge(id, 1L, Long::sum),
                        null,
                        null,
                        actor);
        return new EventRecord(header, event);
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

    /** The commands whose time has come, by aggregate. */
    Map<String, C> due(Instant now) {
        Map<String, C> due = new LinkedHashMap<>();
        states.forEach((id, state) ->
                decider.due(state)
                        .filter(each -> !each.at().isAfter(now))
                        .map(ScheduledCommand::command)
                        .ifPresent(command -> due.put(id, command)));
        return due;
    }

    /** Every event so far. */
    List<EventRecord> events() {
        return List.copyOf(events);
    }

    /** Every resource that exists, in the order of their creation. */
    List<T> all() {
        List<T> all = new ArrayList<>();
        for (Lifecycle<T> state : states.values()) {
            if (state instanceof Present<T>(T value)) {
                all.add(value);
            }
        }
        return all;
    }
}
