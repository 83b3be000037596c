package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event that one endpoint is to receive.
 *
 * @param id dlv_ id, derived from event and endpoint, so that it is deterministic
 * @param endpoint {@code whk_} id; the record's key
 * @param body the exact bytes that are signed and sent
 * @param test whether it was asked for by hand and matches no event
 * @param failure why the filter or transform of the endpoint failed, so that it is held without a body, or given up; null where it did not
 * @param runEventType the type of the event that the run ran for, where the event is one of a run; else null
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and bytes are what is stored.
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
        @Nullable String runEventType) {

    /** What the failure of a delivery that is held no more begins with. */
    public static final String GIVEN_UP = "too_many_held";

    /** Whether it is held no more, since too many are. */
    public boolean isGivenUp() {
        return failure != null && failure.startsWith(GIVEN_UP);
    }

    /** A delivery that can be sent, of an event that is not one of a run. */
    public Delivery(
            String id,
            String workspace,
            String endpoint,
            String eventId,
            String eventType,
            Instant createdAt,
            byte[] body,
            boolean test) {
        this(id, workspace, endpoint, eventId, eventType, createdAt, body, test, null, null);
    }
}
