package io.postrider.schemas.catalogue;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Edit;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.Rendering;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The catalogue entry of an aggregate.
 *
 * @param name the {@code object} of its JSON
 * @param context the topics that it shares
 * @param commandType a sealed interface
 * @param eventType a sealed interface
 * @param commands all of them, in the order of the command schema
 * @param events all that carry the resource, in the order of the event schema
 * @param settled events that only keep count and stay in the private topic of settlements
 * @param <C> commands
 * @param <S> states
 * @param <E> events
 * @param <T> the resource
 */
public record AggregateType<C, S, E, T extends Resource>(
        String name,
        Context context,
        Decider<C, S, E> decider,
        Class<C> commandType,
        Class<E> eventType,
        List<CommandType<C>> commands,
        List<EventType<E>> events,
        List<EventType<E>> settled,
        ResourceType<T> resource,
        List<Scope> scopes) {

    public AggregateType {
        commands = List.copyOf(commands);
        events = List.copyOf(events);
        settled = List.copyOf(settled);
        scopes = List.copyOf(scopes);
        requireAll(commandType, commands.stream().map(CommandType::type));
        requireAll(
                eventType, Stream.concat(events.stream(), settled.stream()).map(EventType::type));
        for (CommandType<C> command : commands) {
            if (command.effect() == CommandEffect.EDITS
                    && !Edit.class.isAssignableFrom(command.type())) {
                throw new IllegalArgumentException(command.type() + " must implement Edit");
            }
        }
    }

    /** The same aggregate with another version of its decider. */
    public AggregateType<C, S, E, T> decidedBy(Decider<C, S, E> other) {
        return new AggregateType<>(
                name,
                context,
                other,
                commandType,
                eventType,
                commands,
                events,
                settled,
                resource,
                scopes);
    }

    /** The delivered data of an event of this aggregate; empty for an event that carries no resource. */
    Optional<ObjectNode> data(Record payload, long version, Rendering rendering) {
        if (!(payload instanceof ResourceEvent<?> change)) {
            return Optional.empty();
        }
        T shown = resource.type().cast(change.resource());
        ObjectNode node = resource.json().of(shown, version, rendering);
        for (EventType<E> event : events) {
            if (event.type() == payload.getClass()) {
                event.details().add(eventType.cast(payload), node, rendering);
            }
        }
        return Optional.of(node);
    }

    private static void requireAll(Class<?> sealed, Stream<? extends Class<?>> listed) {
        Set<Class<?>> missing = leaves(sealed).collect(Collectors.toSet());
        listed.forEach(type -> {
            if (!missing.remove(type)) {
                throw new IllegalArgumentException(type + " is listed twice, or is no " + sealed);
            }
        });
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("not in the catalogue: " + missing);
        }
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(AggregateType::leaves)
                : Stream.of(type);
    }
}
