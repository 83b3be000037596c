package io.postrider.webhooks.fanout;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;

/** The ids of deliveries, derived so that the same delivery has the same id however often it is made. */
public final class DeliveryIds {

    private DeliveryIds() {}

    /** The id of the delivery of an event to an endpoint. */
    public static String of(String event, String endpoint) {
        return derived(IdKind.EVT, event, endpoint);
    }

    /**
     * The id of a delivery that has a cause.
     *
     * @param of the id of the cause, which is of this kind
     */
    public static String derived(IdKind kind, String of, String cause) {
        return Id.of(
                IdKind.DLV,
                Uuids.v5(
                        Id.parse(kind, of)
                                .orElseThrow(() -> new IllegalArgumentException("id: " + of)),
                        cause));
    }
}
