package io.postrider.webhooks.api;

import io.postrider.platform.kafka.Append;
import io.postrider.schemas.Delivery;
import java.util.concurrent.CompletionStage;

/** The log of deliveries, for those that a caller asks for. */
@FunctionalInterface
public interface RequestedDeliveries {

    /** Appends a delivery; one whose id is in the log already is delivered once. */
    CompletionStage<Append> append(Delivery delivery);
}
