package io.postrider.domain.webhooks;

/** Where a webhook endpoint stands. */
public sealed interface WebhookState {

    /** There is no such endpoint. */
    record Unknown() implements WebhookState {}

    /** The endpoint exists, enabled or not. */
    record Present(WebhookEndpoint endpoint) implements WebhookState {}

    /** The endpoint was deleted. */
    record Deleted(WebhookEndpoint endpoint) implements WebhookState {}
}
