package io.postrider.domain.webhooks;

/** What has happened to a webhook endpoint; each carries the endpoint as it was from then on. */
public sealed interface WebhookEvent {

    /** The endpoint after the change. */
    WebhookEndpoint endpoint();

    /** A receiver is told of events from here on. */
    record WebhookCreated(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** Some fields were changed. */
    record WebhookUpdated(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** Deliveries are held. */
    record WebhookDisabled(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** Deliveries go on. */
    record WebhookEnabled(WebhookEndpoint endpoint) implements WebhookEvent {}

    /** The receiver is told of nothing any more. */
    record WebhookDeleted(WebhookEndpoint endpoint) implements WebhookEvent {}
}
