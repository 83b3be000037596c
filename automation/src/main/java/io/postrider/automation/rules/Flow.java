package io.postrider.automation.rules;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits on the runs of a rule. Each counts all runs of the rule, or by its key those apart for which the key has another
 * value; events for which it has none are a group too.
 *
 * @param rateLimit null for none
 * @param concurrency null for none
 * @param debounce null for none
 */
public record Flow(
        @Nullable RateLimit rateLimit,
        @Nullable Concurrency concurrency,
        @Nullable Debounce debounce) {

    static final Flow NONE = new Flow(null, null, null);

    /** Whether there is any limit. */
    public boolean isLimited() {
        return rateLimit != null || concurrency != null || debounce != null;
    }

    /** The most runs in a period. */
    public record RateLimit(int limit, Duration period, @Nullable Value key) {}

    /** The most runs at a time; others wait in order. */
    public record Concurrency(int limit, @Nullable Value key) {}

    /**
     * Of events that follow on one another the last one runs.
     *
     * @param period without another event after which it runs
     * @param maxWait after the first one, when the last one so far runs
     */
    public record Debounce(Duration period, Duration maxWait, @Nullable Value key) {}
}
