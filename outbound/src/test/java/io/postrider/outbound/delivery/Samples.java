package io.postrider.outbound.delivery;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Numbered lanes, deliveries in them and what came of those, in one workspace where no other is given. */
final class Samples {

    static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    static final ValueCodec<Delivery> DELIVERIES = ValueCodec.deliveries(LockedSchemaIds.shipped());

    private static final String WORKSPACE = Id.of(IdKind.WS, new UUID(1, 1));
    private static final String EVENT_TYPE = "link.created";

    private Samples() {}

    static String lane(int n) {
        return Id.of(IdKind.WHK, new UUID(2, n));
    }

    static String deliveryId(int n) {
        return Id.of(IdKind.DLV, new UUID(3, n));
    }

    static Delivery delivery(int n, String endpoint, Instant at) {
        return delivery(n, WORKSPACE, endpoint, at);
    }

    static Delivery delivery(int n, String workspace, String endpoint, Instant at) {
        return new Delivery(
                deliveryId(n),
                workspace,
                endpoint,
                Id.of(IdKind.EVT, new UUID(4, n)),
                EVENT_TYPE,
                at,
                new byte[] {'{', '}'},
                false);
    }

    /**
     * What came of one attempt.
     *
     * @param outcome one of the constants of {@link Attempt}
     * @param next when the next attempt is due; null for never
     */
    static Attempt attempt(
            Delivery delivery, int number, Instant at, String outcome, @Nullable Instant next) {
        return attempt(delivery, number, at, outcome, next, null);
    }

    static Attempt failed(Delivery delivery, int number, Instant at, String outcome, String error) {
        return attempt(delivery, number, at, outcome, null, error);
    }

    private static Attempt attempt(
            Delivery delivery,
            int number,
            Instant at,
            String outcome,
            @Nullable Instant next,
            @Nullable String error) {
        return new Attempt(
                Id.of(IdKind.ATT, new UUID(delivery.id().hashCode(), number)),
                delivery.id(),
                WORKSPACE,
                delivery.endpoint(),
                delivery.eventId(),
                EVENT_TYPE,
                number,
                at,
                12,
                outcome,
                outcome.equals(Attempt.DELIVERED) ? 200 : 500,
                error,
                Map.of(),
                Map.of(),
                null,
                false,
                next);
    }
}
