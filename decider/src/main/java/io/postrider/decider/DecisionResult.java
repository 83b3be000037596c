package io.postrider.decider;

import io.postrider.domain.kernel.Rejection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The decision of a context on a command, before anything is stored or sent. */
sealed interface DecisionResult {

    /** The version of the aggregate from now on; 0 where there is none. */
    long version();

    /**
     * The command is accepted.
     *
     * @param dueBefore time of the aggregate's scheduled command before; null for none
     * @param dueAfter time of the aggregate's scheduled command afterwards; null for none
     */
    record Accepted(
            long version,
            List<EncodedEvent> events,
            @Nullable Instant dueBefore,
            @Nullable Instant dueAfter)
            implements DecisionResult {
        public Accepted {
            events = List.copyOf(events);
        }

        EncodedEvent newest() {
            return events.getLast();
        }

        /** The newest event that makes a version; null where none does. */
        @Nullable EncodedEvent newestVersion() {
            return events.reversed().stream()
                    .filter(EncodedEvent::makesVersion)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** It held already. */
    record Unchanged(long version) implements DecisionResult {}

    /** It must not happen. */
    record Refused(long version, Rejection rejection) implements DecisionResult {}
}
