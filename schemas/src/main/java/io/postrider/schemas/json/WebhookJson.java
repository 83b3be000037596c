package io.postrider.schemas.json;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.Failing;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookFailing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookRecovered;
import io.postrider.domain.webhooks.WebhookFailures;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** A webhook endpoint as JSON, without its secrets. */
public final class WebhookJson {

    private WebhookJson() {}

    /** The endpoint. */
    public static ObjectNode of(WebhookEndpoint endpoint, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", endpoint.id());
        node.put("object", "webhook");
        node.put("external_id", endpoint.options().externalId());
        node.put("url", url(endpoint, rendering));
        node.put("description", endpoint.description());
        node.set("tags", Json.texts(endpoint.options().tags()));
        node.set("event_types", Json.texts(endpoint.eventTypes()));
        node.set("read_scopes", Json.texts(endpoint.readScopes()));
        node.put("saved_by", endpoint.savedBy());
        node.put("filter", endpoint.filter());
        node.put("transform", endpoint.transform());
        node.set("headers", Json.texts(masked(endpoint.options().headers())));
        node.put("enabled", endpoint.enabled());
        node.put("disabled_reason", endpoint.disabledReason());
        node.put("format", endpoint.options().format().label());
        node.put("signature", endpoint.options().signature().label());
        node.put("public_key", endpoint.publicKey().orElse(null));
        node.put("rate_limit", endpoint.options().rateLimit());
        node.put("ordering", endpoint.options().ordering().label());
        node.put(
                "previous_secret_ends_at", Json.time(endpoint.previousSecretEndsAt().orElse(null)));
        node.set("metadata", Json.texts(endpoint.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(endpoint.createdAt()));
        node.put("updated_at", Json.time(endpoint.updatedAt()));
        return node;
    }

    /** Adds the reason of a change of health to an endpoint. */
    public static void addHealth(WebhookEvent event, ObjectNode node, Rendering rendering) {
        if (event instanceof WebhookFailing(WebhookEndpoint endpoint, WebhookFailures failures)) {
            Failing failing = endpoint.failing();
            node.put("failing_since", failing == null ? null : Json.time(failing.since()));
            node.put("progress", failures.progress());
            node.put("attempts", failures.attempts());
            node.put("failed", failures.failed());
            node.put("last_error", failures.lastError());
            node.put("last_success_at", Json.time(failures.lastSuccessAt()));
            node.put("disables_at", Json.time(failures.disablesAt()));
        } else if (event instanceof WebhookRecovered(WebhookEndpoint _, Instant failingSince)) {
            node.put("failing_since", Json.time(failingSince));
        }
    }

    private static Map<String, String> masked(Map<String, String> headers) {
        Map<String, String> masked = new TreeMap<>(headers);
        masked.replaceAll((_, _) -> TypedSecrets.MASK);
        return masked;
    }

    private static String url(WebhookEndpoint endpoint, Rendering rendering) {
        String purpose = WebhookEndpoint.urlPurpose(endpoint.id());
        return endpoint.plainUrl(
                        sealed -> rendering.opener().open(endpoint.workspace(), purpose, sealed))
                .orElse("");
    }
}
