package io.postrider.domain.automation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A period in which a rule was paused.
 *
 * @param reason the reason; null for a pause by a caller
 * @param from the start of the pause
 * @param until the end of the pause; null while it lasts
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
