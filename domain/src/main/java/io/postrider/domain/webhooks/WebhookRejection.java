package io.postrider.domain.webhooks;

/** Why a command on a webhook endpoint was refused. */
public sealed interface WebhookRejection {

    /** An endpoint with this id exists already. */
    record WebhookExists(String id) implements WebhookRejection {}

    /** There is no such endpoint in this workspace. */
    record WebhookMissing() implements WebhookRejection {}
}
