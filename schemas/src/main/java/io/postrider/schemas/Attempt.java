package io.postrider.schemas;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one attempt of a delivery; secrets are masked.
 *
 * @param id the {@code att_} id of the attempt
 * @param number the number of the attempt: 1, 2, 3 per delivery
 * @param outcome the outcome: started, delivered, acknowledged, retry, exhausted, unknown or gone
 * @param error the error code; null for none
 * @param nextAttemptAt the time of the next attempt; null for none
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

    /** The receiver is being called; the outcome follows in another record. */
    public static final String STARTED = "started";

    /** The receiver accepted the delivery. */
    public static final String DELIVERED = "delivered";

    /**
     * The consumer has read the delivery from the inbox of the webhook and acknowledged it. Nothing was sent, and the number is that
     * of the attempts before.
     */
    public static final String ACKNOWLEDGED = "acknowledged";

    /** Another attempt is due later. */
    public static final String RETRY = "retry";

    /** The last attempt of the schedule failed. */
    public static final String EXHAUSTED = "exhausted";

    /** The receiver did not answer, and must not be called again. */
    public static final String UNKNOWN = "unknown";

    /** The receiver answered 410 and accepts no more deliveries. */
    public static final String GONE = "gone";

    /** The {@code error} of an attempt whose receiver was overloaded: it answered 429, 502, 503 or 504. */
    public static final String THROTTLED = "throttled";

    public Attempt {
        requestHeaders = Map.copyOf(requestHeaders);
        responseHeaders = Map.copyOf(responseHeaders);
    }

    /** The same with another number. */
    public Attempt numbered(int other) {
        return new Attempt(
                id,
                delivery,
                workspace,
                endpoint,
                eventId,
                eventType,
                other,
                at,
                durationMs,
                outcome,
                statusCode,
                error,
                requestHeaders,
                responseHeaders,
                responseBody,
                truncated,
                nextAttemptAt);
    }

    /** The attempt without the receiver's response, if the log rejects it because of its size. */
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
