package io.postrider.projections.webhooks;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Deliveries and attempts as JSON. */
final class DeliveryJson {

    private DeliveryJson() {}

    /** The present state of an endpoint's deliveries. */
    enum Receiver {
        /** They are attempted. */
        TAKING,
        /** They are held until the endpoint is enabled again. */
        DISABLED,
        /** There is no receiver any more. */
        DELETED
    }

    /** The state of a delivery. */
    static String state(Delivery delivery, @Nullable Attempt last, Receiver receiver) {
        if (delivery.isGivenUp()) {
            return "exhausted";
        }
        String outcome = last == null ? "" : last.outcome();
        return switch (outcome) {
            case Attempt.DELIVERED, Attempt.ACKNOWLEDGED -> "delivered";
            case Attempt.EXHAUSTED, Attempt.GONE -> "exhausted";
            default ->
                    switch (receiver) {
                        case TAKING -> taken(delivery, last);
                        case DISABLED -> "held";
                        case DELETED -> "exhausted";
                    };
        };
    }

    private static String taken(Delivery delivery, @Nullable Attempt last) {
        if (delivery.failure() != null) {
            return "held";
        }
        return last == null ? "pending" : "waiting";
    }

    /** Whether an attempt is the last one of its delivery. */
    static boolean ends(Attempt attempt) {
        return switch (attempt.outcome()) {
            case Attempt.DELIVERED, Attempt.ACKNOWLEDGED, Attempt.EXHAUSTED, Attempt.GONE -> true;
            default -> false;
        };
    }

    static ObjectNode of(Delivery delivery, @Nullable Attempt last, String state) {
        ObjectNode node = Json.object();
        node.put("id", delivery.id());
        node.put("object", "delivery");
        node.put("webhook_id", delivery.endpoint());
        node.put("event_id", delivery.eventId());
        node.put("event_type", delivery.eventType());
        node.put("state", state);
        node.put("attempts", last == null ? 0 : last.number());
        // A delivery that is held, or has no receiver any more, has no next attempt, whatever was
        // planned.
        boolean planned = state.equals("waiting");
        node.put(
                "next_attempt_at",
                last == null || !planned ? null : Json.time(last.nextAttemptAt()));
        node.put("last_status_code", last == null ? null : last.statusCode());
        node.put("last_error", last == null ? delivery.failure() : last.error());
        node.put("test", delivery.test());
        node.put(
                "acknowledged_at",
                last != null && last.outcome().equals(Attempt.ACKNOWLEDGED)
                        ? Json.time(last.at())
                        : null);
        node.put("created_at", Json.time(delivery.createdAt()));
        return node;
    }

    static ObjectNode of(Attempt attempt) {
        ObjectNode node = Json.object();
        node.put("id", attempt.id());
        node.put("object", "attempt");
        node.put("delivery_id", attempt.delivery());
        node.put("number", attempt.number());
        node.put("at", Json.time(attempt.at()));
        node.put("duration_ms", attempt.durationMs());
        node.put("outcome", attempt.outcome());
        node.put("status_code", attempt.statusCode());
        node.put("error", attempt.error());
        node.set("request_headers", Json.texts(attempt.requestHeaders()));
        node.set("response_headers", Json.texts(attempt.responseHeaders()));
        node.put("response_body", attempt.responseBody());
        node.put("truncated", attempt.truncated());
        node.put("next_attempt_at", Json.time(attempt.nextAttemptAt()));
        return node;
    }
}
