package io.postrider.webhooks.fanout;

import static java.util.Objects.requireNonNullElse;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookFormat;
import io.postrider.expressions.EvaluationException;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.schemas.json.Json;
import io.postrider.webhooks.endpoints.Subscription;
import io.postrider.webhooks.endpoints.Subscription.Wish;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says for each condition of a delivery whether it holds for an event and a webhook as it is now. The conditions are those of the
 * fan-out, in its order; those behind the first one that does not hold are not evaluated. A disabled webhook keeps its deliveries,
 * so the conditions behind that one are.
 */
public final class WebhookExplanation {

    private final Subscription subscription;
    private final ObjectNode event;
    private final Expressions expressions;
    private final ArrayNode checks = Json.mapper().createArrayNode();
    private boolean matches = true;
    private @Nullable JsonNode body;

    private WebhookExplanation(
            Subscription subscription, ObjectNode event, Expressions expressions) {
        this.subscription = subscription;
        this.event = event;
        this.expressions = expressions;
    }

    /**
     * The explanation, without the delivery.
     *
     * @param event as it is delivered, before the webhook transforms it
     */
    public static ObjectNode of(
            Subscription subscription, ObjectNode event, Expressions expressions) {
        WebhookExplanation explanation = new WebhookExplanation(subscription, event, expressions);
        explanation.explain();
        ObjectNode node = Json.object().put("object", "webhook_explanation");
        node.put("webhook_id", subscription.endpoint().id());
        node.put("event_id", event.path("id").asString(""));
        node.put("event_type", explanation.type());
        node.put("would_deliver", explanation.matches && subscription.endpoint().enabled());
        node.set("checks", explanation.checks);
        node.set("body", explanation.body);
        return node;
    }

    private void explain() {
        boolean enabled = subscription.endpoint().enabled();
        note("enabled", enabled, enabled());
        check("event_type", this::named);
        check("read_scope", this::readable);
        check("time", this::inTime);
        check("filter", this::filtered);
        check("transform", this::transformed);
    }

    private record Result(boolean holds, String detail) {}

    /** A condition. */
    @FunctionalInterface
    private interface Check {
        Result result() throws EvaluationException;
    }

    private void check(String name, Check check) {
        if (!matches) {
            note(name, null, "Not evaluated, because the event is not delivered.");
            return;
        }
        Result result;
        try {
            result = check.result();
        } catch (EvaluationException e) {
            result =
                    new Result(false, requireNonNullElse(e.getMessage(), "The evaluation failed."));
        }
        matches = result.holds();
        note(name, result.holds(), result.detail());
    }

    private void note(String name, @Nullable Boolean holds, String detail) {
        checks.addObject().put("check", name).put("holds", holds).put("detail", detail);
    }

    private String enabled() {
        WebhookEndpoint endpoint = subscription.endpoint();
        return endpoint.enabled()
                ? "The webhook is enabled."
                : "The webhook is disabled (%s). Its deliveries are held until it is enabled."
                        .formatted(requireNonNullElse(endpoint.disabledReason(), "by_caller"));
    }

    private Result named() {
        return new Result(
                subscription.names(type()),
                "The type of the event is %s; the webhook receives %s."
                        .formatted(
                                type(), String.join(", ", subscription.endpoint().eventTypes())));
    }

    private Result readable() {
        boolean readable = subscription.reader().mayRead(type(), Expressions.runEventType(event));
        return new Result(
                readable,
                "The event requires %s; the key or member that last saved the webhook %s."
                        .formatted(
                                ReadScopes.of(type()),
                                readable ? "may read it" : "may not read it"));
    }

    private Result inTime() {
        WebhookEndpoint endpoint = subscription.endpoint();
        String created = Json.time(endpoint.createdAt());
        if (wishes().isEmpty()) {
            return new Result(
                    false, "The webhook was created at %s, after the event.".formatted(created));
        }
        if (at().isBefore(endpoint.createdAt())) {
            return new Result(
                    true,
                    "The webhook was created at %s, after the event, but within the tolerance for clocks."
                            .formatted(created));
        }
        return new Result(
                true,
                endpoint.updatedAt().isAfter(at())
                                && endpoint.updatedAt().isAfter(endpoint.createdAt())
                        ? "The webhook was created at %s, before the event, and updated at %s, after it: its former event types and filter decided."
                                .formatted(created, Json.time(endpoint.updatedAt()))
                        : "The webhook was created at %s, before the event.".formatted(created));
    }

    private Result filtered() throws EvaluationException {
        boolean holds = expressions.anyHolds(wishes(), event);
        if (subscription.endpoint().filter() == null) {
            return new Result(holds, "The webhook has no filter.");
        }
        return new Result(
                holds,
                holds
                        ? "The filter is true."
                        : "The filter is false, or reads a field that the event does not have.");
    }

    private Result transformed() throws EvaluationException {
        String transform = subscription.endpoint().transform();
        WebhookFormat format = subscription.endpoint().options().format();
        body = Json.mapper().readTree(expressions.encoded(format, transform, event).body());
        return new Result(
                true,
                transform == null
                        ? "The webhook has no transform; the body is the event."
                        : "The body is the result of the transform.");
    }

    private List<Wish> wishes() {
        return subscription.wishesFor(type(), at());
    }

    private String type() {
        return event.path("type").asString("");
    }

    private Instant at() {
        return Instant.parse(event.path("timestamp").asString(""));
    }
}
