package io.postrider.schemas;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one attempt of a delivery; secrets are masked.
 *
 * @param id {@code att_} id
 * @param number 1, 2, 3 per delivery
 * @param outcome started, delivered, retry, exhausted, unknown, gone, held or dropped
 * @param error one of a closed set of codes
 * @param nextAttemptAt when the next attempt is due, where there is one
 */
public record Attempt(
        String id,
        String delivery,
        String workspace,
        String endpoint,
        String eventId,
        String eventType,
        int number,
        Instant at,
        long durationMs,
        String outcome,
        @Nullable Integer statusCode,
        @Nullable String error,
        Map<String, String> requestHeaders,
        Map<String, String> responseHeaders,
        @Nullable String responseBody,
        boolean truncated,
        @Nullable Instant nextAttemptAt) {

    /** The receiver is about to be called; the outcome follows in another record. */
    public static final String STARTED = "started";

    /** The receiver took it. */
    public static final String DELIVERED = "delivered";

    /** Another attempt is due later. */
    public static final String RETRY = "retry";

    /** The last attempt of the schedule failed. */
    public static final String EXHAUSTED = "exhausted";

    /** The receiver was called and did not answer, and must not be called again. */
    public static final String UNKNOWN = "unknown";

    /** The receiver answered 410 and wants nothing more. */
    public static final String GONE = "gone";

    /** The endpoint is disabled; nothing was sent. */
    public static final String HELD = "held";

    /** The endpoint was deleted; nothing was sent. */
    public static final String DROPPED = "dropped";

    public Attempt {
        requestHeaders = Map.copyOf(requestHeaders);
        responseHeaders = Map.copyOf(responseHeaders);
    }

    /** The same without what the receiver answered, where the log does not take that. */
    public Attempt withoutAnswer() {
        return new Attempt(
                id,
                delivery,
                workspace,
                endpoint,
                eventId,
                eventType,
                number,
                at,
                durationMs,
                outcome,
                statusCode,
                error,
                requestHeaders,
                Map.of(),
                null,
                true,
                nextAttemptAt);
    }
}
