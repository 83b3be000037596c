package io.postrider.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.models.Model.ModelDefaults;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A completion request. OpenAI defines its body: unknown members are passed to the provider unchanged, and only requests that
 * no provider could process are rejected.
 *
 * @param stream whether the answer is to come in pieces
 */
record CompletionRequest(String model, ObjectNode body, boolean stream) {

    private static final int MESSAGES_MAX = 10_000;

    static Validated<CompletionRequest> read(ObjectNode body) {
        List<FieldError> errors = new ArrayList<>();
        JsonNode model = body.path("model");
        if (model.isMissingNode() || model.isNull()) {
            errors.add(new FieldError("/model", "required", "model is required."));
        } else if (!model.isString()) {
            errors.add(wrongType("/model", "a string"));
        }
        checkMessages(body.path("messages"), errors);
        check(body, "stream", JsonNode::isBoolean, "true or false", errors);
        check(body, "stream_options", JsonNode::isObject, "an object", errors);
        check(body, "temperature", JsonNode::isNumber, "a number", errors);
        check(body, "top_p", JsonNode::isNumber, "a number", errors);
        check(body, "n", JsonNode::isIntegralNumber, "a whole number", errors);
        checkTokens(body, "max_tokens", errors);
        checkTokens(body, "max_completion_tokens", errors);
        return errors.isEmpty()
                ? Validated.valid(
                        new CompletionRequest(
                                model.asString(""), body, body.path("stream").asBoolean(false)))
                : Validated.refused(Problem.invalid(errors));
    }

    private static void check(
            ObjectNode body,
            String name,
            Predicate<JsonNode> fits,
            String expected,
            List<FieldError> errors) {
        JsonNode value = body.path(name);
        if (!value.isMissingNode() && !value.isNull() && !fits.test(value)) {
            errors.add(wrongType("/" + name, expected));
        }
    }

    private static void checkTokens(ObjectNode body, String name, List<FieldError> errors) {
        check(body, name, JsonNode::isIntegralNumber, "a whole number", errors);
        JsonNode value = body.path(name);
        if (value.isIntegralNumber() && !(value.canConvertToInt() && value.asInt(0) >= 1)) {
            errors.add(
                    new FieldError(
                            "/" + name,
                            "out_of_range",
                            "Expected 1 to " + Integer.MAX_VALUE + "."));
        }
    }

    private static void checkMessages(JsonNode messages, List<FieldError> errors) {
        if (messages.isMissingNode() || messages.isNull()) {
            errors.add(new FieldError("/messages", "required", "messages is required."));
        } else if (!messages.isArray()) {
            errors.add(wrongType("/messages", "a list of messages"));
        } else if (messages.isEmpty()) {
            errors.add(new FieldError("/messages", "too_few", "Expected at least one message."));
        } else if (messages.size() > MESSAGES_MAX) {
            errors.add(
                    new FieldError(
                            "/messages",
                            "too_many",
                            "Expected at most " + MESSAGES_MAX + " entries."));
        } else {
            for (int i = 0; i < messages.size(); i++) {
                checkMessage("/messages/" + i, messages.get(i), errors);
            }
        }
    }

    private static void checkMessage(String at, JsonNode message, List<FieldError> errors) {
        if (!message.isObject()) {
            errors.add(wrongType(at, "an object"));
            return;
        }
        JsonNode role = message.path("role");
        if (role.isMissingNode() || role.isNull()) {
            errors.add(new FieldError(at + "/role", "required", "role is required."));
        } else if (!role.isString()) {
            errors.add(wrongType(at + "/role", "a string"));
        }
        JsonNode content = message.path("content");
        if (!content.isMissingNode()
                && !content.isNull()
                && !content.isString()
                && !content.isArray()) {
            errors.add(wrongType(at + "/content", "a string or a list of parts"));
        }
    }

    private static FieldError wrongType(String pointer, String expected) {
        return new FieldError(pointer, "invalid_type", "Expected " + expected + ".");
    }

    /** The request to the provider; changes the body. */
    byte[] upstream(String upstreamModel, ModelDefaults defaults) {
        body.put("model", upstreamModel);
        if (defaults.temperature() != null && !isGiven("temperature")) {
            body.put("temperature", defaults.temperature());
        }
        if (defaults.maxTokens() != null
                && !isGiven("max_tokens")
                && !isGiven("max_completion_tokens")) {
            body.put("max_tokens", defaults.maxTokens());
        }
        String system = defaults.system();
        if (system != null && !hasSystem()) {
            ObjectNode first = Json.object().put("role", "system").put("content", system);
            body.withArray("messages").insert(0, first);
        }
        return SurrogateSafeJson.bytes(body);
    }

    private boolean isGiven(String name) {
        return body.hasNonNull(name);
    }

    private boolean hasSystem() {
        return messages()
                .map(message -> message.path("role").asString(""))
                .anyMatch(role -> role.equals("system") || role.equals("developer"));
    }

    Stream<JsonNode> messages() {
        return body.path("messages").values().stream();
    }

    /** The maximum number of tokens of the answer; null for no limit. */
    @Nullable Integer tokensMax() {
        return Stream.of("max_completion_tokens", "max_tokens")
                .map(body::path)
                .filter(JsonNode::isIntegralNumber)
                .map(JsonNode::intValue)
                .findFirst()
                .orElse(null);
    }

    boolean includesUsage() {
        return body.path("stream_options").path("include_usage").asBoolean(false);
    }

    /** The text of a message, be it in parts. */
    static String text(JsonNode message) {
        JsonNode content = message.path("content");
        if (content instanceof ArrayNode parts) {
            return String.join(
                    "",
                    parts.values().stream().map(part -> part.path("text").asString("")).toList());
        }
        return content.asString("");
    }
}
