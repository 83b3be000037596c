package io.postrider.domain.kernel;

import java.util.List;

/** The result of a decider: new events, or a rejection. */
public sealed interface Decision<E> {

    /** The command is accepted; no events means that it changes nothing. */
    record Accepted<E>(List<E> events) implements Decision<E> {
        public Accepted {
            events = List.copyOf(events);
        }
    }

    /** The command is rejected and changes nothing. */
    record Rejected<E>(Rejection rejection) implements Decision<E> {}

    /** Accepts with one event. */
    static <E> Decision<E> accept(E event) {
        return new Accepted<>(List.of(event));
    }

    /** Accepts with two events, in order. */
    static <E> Decision<E> accept(E first, E second) {
        return new Accepted<>(List.of(first, second));
    }

    /** Accepts a command that changes nothing. */
    static <E> Decision<E> unchanged() {
        return new Accepted<>(List.of());
    }

    /** Rejects. */
    static <E> Decision<E> reject(Rejection rejection) {
        return new Rejected<>(rejection);
    }
}
