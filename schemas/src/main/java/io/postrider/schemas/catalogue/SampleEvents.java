package io.postrider.schemas.catalogue;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The events that the deciders make of the sample commands: the published examples. */
public final class SampleEvents {

    private static final Duration STEP = Duration.ofSeconds(1);

    private SampleEvents() {}

    /**
     * One event.
     *
     * @param version the version of the aggregate that it leads to
     */
    public record SampleEvent(Record payload, long version, Instant at) {}

    private record Reached<S>(S state, long version, Instant at) {}

    /**
     * At least one event of each type of an aggregate, by class. The search sends every sample command in every state in which
     * an event of a new type was made.
     */
    public static <C, S, E> Map<Class<?>, SampleEvent> of(
            AggregateType<C, S, E, ?> entry, Sample sample) {
        Map<Class<?>, SampleEvent> found = new LinkedHashMap<>();
        Deque<Reached<S>> open = new ArrayDeque<>();
        open.add(new Reached<>(entry.decider().initialState(), 0, Sample.AT));
        while (!open.isEmpty()) {
            Reached<S> from = open.remove();
            for (CommandType<C> command : entry.commands()) {
                Instant at = command.effect() == CommandEffect.CLOCK ? Sample.END : from.at();
                for (Function<Sample, ? extends C> each : command.samples()) {
                    int before = found.size();
                    Reached<S> next = step(entry.decider(), from, each.apply(sample), at, found);
                    if (found.size() > before) {
                        open.add(next);
                    }
                }
            }
        }
        return found;
    }

    private static <C, S, E> Reached<S> step(
            Decider<C, S, E> decider,
            Reached<S> from,
            C command,
            Instant at,
            Map<Class<?>, SampleEvent> found) {
        S state = from.state();
        long version = from.version();
        if (decider.decide(state, command, at) instanceof Decision.Accepted<E>(List<E> events)) {
            for (E event : events) {
                state = decider.evolve(state, event);
                version += decider.makesVersion(event) ? 1 : 0;
                found.putIfAbsent(event.getClass(), new SampleEvent((Record) event, version, at));
            }
        }
        return new Reached<>(state, version, at.plus(STEP));
    }
}
