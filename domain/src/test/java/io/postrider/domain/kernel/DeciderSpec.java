package io.postrider.domain.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A given-when-then test of a decider: history, command, decision. */
public final class DeciderSpec<C, S, E> {

    private final Decider<C, S, E> decider;
    private final Instant at;

    private DeciderSpec(Decider<C, S, E> decider, Instant at) {
        this.decider = decider;
        this.at = at;
    }

    /** A specification in which every command carries the same time. */
    public static <C, S, E> DeciderSpec<C, S, E> of(Decider<C, S, E> decider, Instant at) {
        return new DeciderSpec<>(decider, at);
    }

    /** The history, oldest event first. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Given given(E... history) {
        return new Given(List.of(history));
    }

    /** A history that waits for a command. */
    public final class Given {

        private final List<E> history;

        private Given(List<E> history) {
            this.history = history;
        }

        /** The command. */
        public When when(C command) {
            return new When(history, decider.decide(decider.replay(history), command, at));
        }
    }

    /** A decision, to be checked. */
    public final class When {

        private final List<E> history;
        private final Decision<E> decision;

        private When(List<E> history, Decision<E> decision) {
            this.history = history;
            this.decision = decision;
        }

        /** Accepted, with exactly these events; further commands may follow them. */
        @SafeVarargs
        @SuppressWarnings("varargs")
        public final Given then(E... events) {
            assertThat(decision).isEqualTo(new Decision.Accepted<E>(List.of(events)));
            List<E> longer = new ArrayList<>(history);
            longer.addAll(List.of(events));
            return new Given(longer);
        }

        /** Accepted, though nothing happens. */
        public Given thenNothing() {
            assertThat(decision).isEqualTo(new Decision.Accepted<E>(List.of()));
            return new Given(history);
        }

        /** Refused, for exactly this reason. */
        public Given thenRefused(Rejection reason) {
            assertThat(decision).isEqualTo(new Decision.Rejected<E>(reason));
            return new Given(history);
        }
    }
}
