package io.postrider.messaging.gateway;

import io.netty.handler.codec.http.HttpMethod;
import io.postrider.schemas.json.Json;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call of the Graph API that changes something.
 *
 * @param path below the version, without a slash at its beginning
 * @param body null for none
 * @param told the ids in an answer; empty where the answer is none to this call
 */
record GraphCall(
        HttpMethod method,
        String path,
        @Nullable ObjectNode body,
        Function<JsonNode, Optional<ObjectNode>> told) {

    /** A call whose answer gives no ids. */
    static GraphCall of(HttpMethod method, String path, @Nullable ObjectNode body) {
        return new GraphCall(method, path, body, _ -> Optional.of(Json.object()));
    }

    /** The outcome of an answer. */
    SendOutcome outcome(GraphApi.GraphAnswer answer) {
        return new SendOutcome.Answered(answer.status(), said(answer));
    }

    private SendOutcome said(GraphApi.GraphAnswer answer) {
        if (!answer.isOk()) {
            return GraphErrors.of(answer.status(), answer.body(), answer.retryAfter());
        }
        JsonNode body = answer.body();
        return Optional.ofNullable(body)
                .flatMap(told)
                .<SendOutcome>map(SendOutcome.Done::new)
                .orElseGet(() -> new SendOutcome.Unknown("malformed_answer"));
    }

    /** A text of an answer as a member of another name; empty where the answer does not have it. */
    static Function<JsonNode, Optional<ObjectNode>> id(String pointer, String name) {
        return answer ->
                Optional.of(answer.at(pointer).asString(""))
                        .filter(id -> !id.isEmpty())
                        .map(id -> Json.object().put(name, id));
    }
}
