package io.postrider.webhooks.fanout;

import io.postrider.domain.webhooks.WebhookFormat;
import io.postrider.expressions.CelExpression;
import io.postrider.expressions.EvaluationException;
import io.postrider.expressions.JsonataExpression;
import io.postrider.platform.meters.Bounds;
import io.postrider.schemas.json.Json;
import io.postrider.webhooks.endpoints.Subscription;
import io.postrider.webhooks.endpoints.Subscription.Wish;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Evaluates the filters and transforms of webhooks. */
public final class Expressions {

    /** As a request to the API; the log takes no more than a few times as much. */
    static final int BODY_BYTES_MAX = 256 << 10;

    private static final int REASON_CHARS_MAX = 300;

    private static final String EVENT = "event";

    private final ExpressionCache<CelExpression> filters =
            new ExpressionCache<>(source -> CelExpression.compile(source, Set.of(EVENT)));
    private final ExpressionCache<JsonataExpression> transforms =
            new ExpressionCache<>(JsonataExpression::compile);

    /** Shows how much of each sort is kept. */
    void show(Bounds bounds) {
        filters.show(bounds, "compiled_filter_characters");
        transforms.show(bounds, "compiled_transform_characters");
    }

    /**
     * Whether a webhook as it is now receives an event, whenever that was accepted.
     *
     * @param event as it is delivered
     */
    public boolean matches(Subscription subscription, ObjectNode event) throws EvaluationException {
        String type = event.path("type").asString("");
        return subscription.names(type)
                && subscription.reader().mayRead(type, runEventType(event))
                && holds(subscription.endpoint().filter(), event);
    }

    /** The type of the event that a run is for; what the events of runs alone have. */
    public static @Nullable String runEventType(ObjectNode event) {
        return event.at("/data/event_type").stringValue(null);
    }

    /** Whether a filter of these wishes holds. A filter that fails says nothing where another one holds. */
    boolean anyHolds(List<Wish> wishes, ObjectNode event) throws EvaluationException {
        EvaluationException failed = null;
        for (Wish wish : wishes) {
            try {
                if (holds(wish.filter(), event)) {
                    return true;
                }
            } catch (EvaluationException e) {
                failed = e;
            }
        }
        if (failed != null) {
            throw failed;
        }
        return false;
    }

    /** Whether an event is meant. One without a field that the filter reads is not. */
    public boolean holds(@Nullable String filter, ObjectNode event) throws EvaluationException {
        try {
            return filter == null || filters.of(filter).isTrue(Map.of(EVENT, event));
        } catch (EvaluationException e) {
            if (e.isOfMissingField()) {
                return false;
            }
            throw failed("filter_failed: ", e);
        }
    }

    /** What a webhook with this format and transform, or with none, is sent for an event as it is delivered. */
    public EncodedEvent encoded(WebhookFormat format, @Nullable String transform, ObjectNode event)
            throws EvaluationException {
        return transform == null
                ? EncodedEvent.of(format, event)
                : transformed(format, transform, event);
    }

    /** What is sent in place of an event. */
    EncodedEvent transformed(WebhookFormat format, String transform, ObjectNode event)
            throws EvaluationException {
        try {
            JsonataExpression shape = transforms.of(transform);
            ObjectNode scope = Json.object();
            scope.set(EVENT, event);
            JsonNode result =
                    shape.of(
                            scope,
                            Instant.parse(event.path("timestamp").asString("")),
                            event.path("id").asString(""));
            return bounded(format, event, result);
        } catch (EvaluationException | JacksonException e) {
            throw failed("transform_failed: ", e);
        }
    }

    private static EncodedEvent bounded(WebhookFormat format, ObjectNode event, JsonNode result)
            throws EvaluationException {
        if (!(result instanceof ObjectNode object)) {
            throw new EvaluationException("The result is not an object.");
        }
        EncodedEvent encoded = EncodedEvent.of(format, event, object);
        if (encoded.body().length > BODY_BYTES_MAX) {
            throw new EvaluationException("The result exceeds 256 KiB.");
        }
        return encoded;
    }

    /** The reason as the delivery shows it. */
    private static EvaluationException failed(String code, Exception e) {
        String reason = code + e.getMessage();
        return new EvaluationException(
                reason.substring(0, Math.min(REASON_CHARS_MAX, reason.length())));
    }
}
