package io.postrider.webhooks.api;

import static java.util.Objects.requireNonNullElse;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookFormat;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.expressions.EvaluationException;
import io.postrider.webhooks.endpoints.Subscription;
import io.postrider.webhooks.fanout.EncodedEvent;
import io.postrider.webhooks.fanout.Expressions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads webhooks as the API shows them, which are without URL and secrets. */
final class ShownWebhooks {

    private ShownWebhooks() {}

    /** The subscription as if the webhook had had its present event types and filter since its creation. */
    static Subscription subscription(JsonNode webhook) {
        return Subscription.of(
                new WebhookEndpoint(
                        webhook.path("id").asString(""),
                        "",
                        "",
                        null,
                        texts(webhook, "event_types"),
                        texts(webhook, "read_scopes"),
                        null,
                        webhook.path("filter").stringValue(null),
                        webhook.path("transform").stringValue(null),
                        options(webhook),
                        webhook.path("enabled").asBoolean(false),
                        webhook.path("disabled_reason").stringValue(null),
                        List.of(),
                        Map.of(),
                        Instant.parse(webhook.path("created_at").asString("")),
                        Instant.parse(webhook.path("updated_at").asString(""))));
    }

    /** The settings that matter before a delivery. */
    static WebhookOptions options(JsonNode webhook) {
        return WebhookFormat.of(webhook.path("format").asString(""))
                .map(WebhookOptions.NONE::in)
                .orElse(WebhookOptions.NONE);
    }

    /**
     * An event in the format and by the transform of a webhook.
     *
     * @throws EvaluationException if the transform fails
     */
    static EncodedEvent encoded(Expressions expressions, JsonNode webhook, ObjectNode event)
            throws EvaluationException {
        return expressions.encoded(
                options(webhook).format(), webhook.path("transform").stringValue(null), event);
    }

    /** The reason why a transform failed, for its owner. */
    static String reason(EvaluationException failure) {
        return requireNonNullElse(failure.getMessage(), "The transform failed.");
    }

    private static List<String> texts(JsonNode webhook, String name) {
        return webhook.path(name).valueStream().map(node -> node.asString("")).toList();
    }
}
