package io.postrider.domain.kernel;

import java.util.List;

/** What a decider answers: the events that now hold, or a rejection. */
public sealed interface Decision<E> {

    /** The command holds; no events means that it held already. */
    record Accepted<E>(List<E> events) implements Decision<E> {
        public Accepted {
            events = List.copyOf(events);
        }
    }

    /** The command does not hold, for this reason; nothing has changed. */
    record Rejected<E>(Rejection rejection) implements Decision<E> {}

    /** Accepts with one event. */
    static <E> Decision<E> accept(E event) {
        return new Accepted<>(List.of(event));
    }

    /** Accepts with two events, in order. */
    static <E> Decision<E> accept(E first, E second) {
        return new Accepted<>(List.of(first, second));
    }

    /** Accepts what holds already. */
    static <E> Decision<E> unchanged() {
        return new Accepted<>(List.of());
    }

    /** Rejects. */
    static <E> Decision<E> reject(Rejection rejection) {
        return new Rejected<>(rejection);
    }
}
