package io.postrider.schemas;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event that an endpoint is to receive.
 *
 * @param id the {@code dlv_} id, derived from event and endpoint, so that it is deterministic
 * @param endpoint the {@code whk_} id of the endpoint; the record's key
 * @param body the exact bytes that are signed and sent
 * @param test whether it was requested by hand, without an event
 * @param failure the reason why the filter or transform of the endpoint failed, so that the delivery is held without a body, or
 *     given up; null for none
 * @param headers those of the format of the body, with names in lower case; without {@code content-type} the body is JSON
 * @param runEventType the type of the event that a run ran for, if the event is one of a run; otherwise null
 * @param key the id of the event's aggregate, whose events have an order; null for a delivery that was requested by hand
 * @param traceparent the W3C trace context that its attempts continue; null if it belongs to no trace
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are stored.
public record Delivery(
        String id,
        String workspace,
        String endpoint,
        String eventId,
        String eventType,
        Instant createdAt,
        byte[] body,
        boolean test,
        @Nullable String failure,
        Map<String, String> headers,
        @Nullable String runEventType,
        @Nullable String key,
        @Nullable String traceparent) {

    public Delivery {
        headers = Map.copyOf(headers);
    }

    /** Prefix of the failure of a delivery that was given up. */
    public static final String GIVEN_UP = "too_many_held";

    /** Whether it was given up, since too many deliveries are held. */
    public boolean isGivenUp() {
        return failure != null && failure.startsWith(GIVEN_UP);
    }

    /** The same as part of a trace. */
    public Delivery withTraceparent(String trace) {
        return new Delivery(
                id,
                workspace,
                endpoint,
                eventId,
                eventType,
                createdAt,
                body,
                test,
                failure,
                headers,
                runEventType,
                key,
                trace);
    }

    /** A delivery that can be sent, without a key, of an event that is not one of a run. */
    public Delivery(
            String id,
            String workspace,
            String endpoint,
            String eventId,
            String eventType,
            Instant createdAt,
            byte[] body,
            boolean test) {
        this(
                id, workspace, endpoint, eventId, eventType, createdAt, body, test, null, Map.of(),
                null, null, null);
    }
}
