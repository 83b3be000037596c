package io.postrider.webhooks.api;

import io.postrider.platform.kafka.Append;
import io.postrider.schemas.Attempt;
import java.util.concurrent.CompletionStage;

/** The log of attempts, for deliveries that their consumers acknowledge. */
@FunctionalInterface
public interface AcknowledgedDeliveries {

    /** Appends an acknowledgement, which ends its delivery; another one of the same delivery changes nothing. */
    CompletionStage<Append> append(Attempt acknowledgement);
}
