package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.ResourceEvent;
import java.time.Instant;

/** The events of a webhook endpoint; each contains the endpoint after the change. */
public sealed interface WebhookEvent extends ResourceEvent<WebhookEndpoint> {

    /** The endpoint after the change. */
    WebhookEndpoint endpoint();

    @Override
    default WebhookEndpoint resource() {
        return endpoint();
    }

    /** An endpoint was created. */
    record WebhookCreated(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** Some fields were changed. */
    record WebhookUpdated(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** An endpoint was disabled; its deliveries are held. */
    record WebhookDisabled(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** An endpoint was enabled; its deliveries go on. */
    record WebhookEnabled(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** The deliveries of an endpoint fail. */
    record WebhookFailing(WebhookEndpoint endpoint, WebhookFailures failures)
            implements WebhookEvent {}

    /**
     * A failing endpoint accepted a delivery.
     *
     * @param failingSince the time at which it was reported as failing
     */
    record WebhookRecovered(WebhookEndpoint endpoint, Instant failingSince)
            implements WebhookEvent {}

    /** An endpoint got another signing secret. */
    record WebhookSecretRotated(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** An endpoint was deleted. */
    record WebhookDeleted(WebhookEndpoint endpoint) implements WebhookEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
