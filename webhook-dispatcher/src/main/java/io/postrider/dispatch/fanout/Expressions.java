package io.postrider.dispatch.fanout;

import io.postrider.runtime.expressions.Condition;
import io.postrider.runtime.expressions.EvaluationFailed;
import io.postrider.runtime.expressions.Shape;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Evaluates the filters and transforms of webhooks. */
final class Expressions {

    /** As a request to the API; the log takes no more than a few times as much. */
    static final int BODY_BYTES_MAX = 256 << 10;

    private static final Logger LOGGER = LoggerFactory.getLogger(Expressions.class);

    private static final String EVENT = "event";

    private final Compiled<Condition> filters =
            new Compiled<>(source -> Condition.compile(source, Set.of(EVENT)));
    private final Compiled<Shape> transforms = new Compiled<>(Shape::compile);

    /** Whether an event is meant; where that cannot be said it is not. */
    boolean holds(@Nullable String filter, String webhook, ObjectNode event) {
        if (filter == null) {
            return true;
        }
        try {
            return filters.of(filter).isTrue(Map.of(EVENT, event));
        } catch (EvaluationFailed e) {
            failed("A filter cannot be evaluated, and the event is not delivered", webhook, e);
            return false;
        }
    }

    /** What is sent in place of an event; empty where the transform makes nothing that can be sent. */
    Optional<byte[]> transformed(
            String transform, String webhook, EventHeader header, ObjectNode event) {
        try {
            Shape shape = transforms.of(transform);
            ObjectNode scope = Json.object();
            scope.set(EVENT, event);
            return Optional.of(body(shape.of(scope, header.time(), header.id())));
        } catch (EvaluationFailed | JacksonException e) {
            failed("A transform failed, and the event is sent as it is", webhook, e);
            return Optional.empty();
        }
    }

    private static byte[] body(JsonNode result) throws EvaluationFailed {
        if (!(result instanceof ObjectNode object)) {
            throw new EvaluationFailed("The result is no object.");
        }
        byte[] body = Json.bytes(object);
        if (body.length > BODY_BYTES_MAX) {
            throw new EvaluationFailed("The result has more than 256 KiB.");
        }
        return body;
    }

    private static void failed(String what, String webhook, Exception e) {
        LOGGER.atDebug()
                .addKeyValue("webhook", webhook)
                .addKeyValue("error", e.getMessage())
                .log(what);
    }
}
