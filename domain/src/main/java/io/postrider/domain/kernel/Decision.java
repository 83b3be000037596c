package io.postrider.domain.kernel;

import java.util.List;

/** What a decider answers: events that now hold, or the reason for a refusal. */
public sealed interface Decision<E, R> {

    /** The command holds; no events means that it held already. */
    record Accepted<E, R>(List<E> events) implements Decision<E, R> {
        public Accepted {
            events = List.copyOf(events);
        }
    }

    /** The command does not hold, for this reason; nothing has changed. */
    record Rejected<E, R>(R reason) implements Decision<E, R> {}

    /** Accepts with one event. */
    static <E, R> Decision<E, R> accept(E event) {
        return new Accepted<>(List.of(event));
    }

    /** Accepts with two events, in order. */
    static <E, R> Decision<E, R> accept(E first, E second) {
        return new Accepted<>(List.of(first, second));
    }

    /** Accepts what holds already. */
    static <E, R> Decision<E, R> unchanged() {
        return new Accepted<>(List.of());
    }

    /** Refuses. */
    static <E, R> Decision<E, R> reject(R reason) {
        return new Rejected<>(reason);
    }
}
