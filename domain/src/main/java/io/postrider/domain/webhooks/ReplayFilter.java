package io.postrider.domain.webhooks;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries that a replay is for.
 *
 * @param eventTypes types and groups of types; empty for all
 * @param from the earliest creation of a delivery
 * @param to the latest creation of a delivery
 * @param state the state of the deliveries: delivered or exhausted; null for both
 * @param cel a CEL condition on the event; null for none
 */
public record ReplayFilter(
        List<String> eventTypes,
        Instant from,
        Instant to,
        @Nullable String state,
        @Nullable String cel) {

    /** The states of deliveries that have ended; all others are still sent by themselves. */
    public static final List<String> STATES = List.of("delivered", "exhausted");

    public ReplayFilter {
        eventTypes = List.copyOf(eventTypes);
    }

    /** Whether a delivery was created before all that match. */
    public boolean isBehind(Instant created) {
        return created.isBefore(from);
    }

    /** Whether a delivery matches, as far as its event need not be read. */
    public boolean holds(Instant created, String deliveryState, String eventType) {
        return !isBehind(created)
                && !created.isAfter(to)
                && (state == null ? STATES.contains(deliveryState) : state.equals(deliveryState))
                && (eventTypes.isEmpty() || EventTypePattern.anyMatches(eventTypes, eventType));
    }
}
