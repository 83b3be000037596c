package io.postrider.api;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/**
 * The delivery of an event to a webhook that takes it at the first attempt.
 *
 * @param place that of the webhook among all; of the deliveries of an event, the one to the first webhook is listed first
 */
record TestDelivery(EventHeader event, String webhook, int place) {

    Delivery queued() {
        return new Delivery(
                id(IdKind.DLV),
                event.workspace(),
                webhook,
                event.id(),
                event.type(),
                event.time(),
                new byte[0],
                false);
    }

    Attempt attempted() {
        return new Attempt(
                id(IdKind.ATT),
                id(IdKind.DLV),
                event.workspace(),
                webhook,
                event.id(),
                event.type(),
                1,
                event.time(),
                12,
                Attempt.DELIVERED,
                204,
                null,
                Map.of("content-type", "application/json"),
                Map.of(),
                "",
                false,
                null);
    }

    private String id(IdKind kind) {
        String name = webhook + event.id();
        UUID uuid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        return Id.of(kind, new UUID(Long.MAX_VALUE - place, uuid.getLeastSignificantBits()));
    }
}
