package io.postrider.api.decider;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.webhooks.WebhookRejection;
import io.postrider.domain.webhooks.WebhookRejection.WebhookExists;
import io.postrider.domain.webhooks.WebhookRejection.WebhookInvalid;
import io.postrider.domain.webhooks.WebhookRejection.WebhookMissing;
import io.postrider.schemas.Refusal;
import java.util.List;

/** What callers are told when a command on a webhook is refused. */
final class WebhookRefusals {

    private WebhookRefusals() {}

    static Refusal of(WebhookRejection rejection) {
        return switch (rejection) {
            case WebhookExists(String id) ->
                    Refusal.of("webhook_exists", "The webhook " + id + " exists already.");
            case WebhookMissing() -> Refusals.notFound("webhook");
            case WebhookInvalid(List<FieldError> errors) -> Refusals.invalid(errors);
        };
    }
}
