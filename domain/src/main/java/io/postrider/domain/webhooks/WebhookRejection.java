package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.FieldError;
import java.util.List;

/** Why a command on a webhook endpoint was refused. */
public sealed interface WebhookRejection {

    /** An endpoint with this id exists already. */
    record WebhookExists(String id) implements WebhookRejection {}

    /** There is no such endpoint in this workspace. */
    record WebhookMissing() implements WebhookRejection {}

    /** What the endpoint would be after the change is not allowed. */
    record WebhookInvalid(List<FieldError> errors) implements WebhookRejection {
        public WebhookInvalid {
            errors = List.copyOf(errors);
        }
    }
}
