package io.postrider.domain.automation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a rule was paused.
 *
 * @param reason null where a caller asked
 * @param from when it began
 * @param until null while it lasts
 */
public record RulePause(@Nullable String reason, Instant from, @Nullable Instant until) {

    /** Whether the rule was paused at a time. */
    boolean isAt(Instant at) {
        return !from.isAfter(at) && (until == null || until.isAfter(at));
    }

    RulePause endedAt(Instant at) {
        return until == null ? new RulePause(reason, from, at) : this;
    }
}
