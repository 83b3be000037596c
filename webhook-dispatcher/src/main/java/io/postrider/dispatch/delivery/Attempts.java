package io.postrider.dispatch.delivery;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Delivery;

/** Makes attempts; their outcomes come back through the attempt topic and in no other way. */
@FunctionalInterface
interface Attempts {

    /** Starts one attempt and returns at once; never throws. */
    void start(Delivery delivery, WebhookEndpoint endpoint, int number);
}
