package io.postrider.web.problem;

import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A problem as clients made for OpenAI read it, on the operations that they call. */
public final class OpenAiError {

    /** Prefix of members of a problem that contain the provider's own words. */
    public static final String PROVIDER = "provider_";

    /** The parts of a provider's error that callers see. */
    public static final List<String> WORDS = List.of("code", "param");

    private static final List<String> PATHS = List.of("/api/v1/models", "/api/v1/chat/completions");

    private OpenAiError() {}

    public static boolean belongsOn(String path) {
        return PATHS.stream().anyMatch(begin -> path.equals(begin) || path.startsWith(begin + "/"));
    }

    /** The value of {@code error}. */
    public static ObjectNode of(Problem problem) {
        ObjectNode node = Json.object();
        node.put("message", message(problem));
        node.put("type", type(problem.status()));
        node.put("param", said(problem, "param").orElseGet(() -> param(problem)));
        node.put("code", said(problem, "code").orElseGet(problem::code));
        return node;
    }

    /** Clients react to the codes of the provider. */
    private static Optional<String> said(Problem problem, String word) {
        return Optional.ofNullable(problem.members().get(PROVIDER + word))
                .flatMap(JsonNode::asStringOpt);
    }

    /** These clients show only the message, so it contains the field errors too. */
    private static String message(Problem problem) {
        List<String> faults =
                problem.errors().stream()
                        .map(fault ->
                                switch (fault) {
                                    case Problem.Fault.OfField(var error) ->
                                            error.pointer() + ": " + error.detail();
                                    case Problem.Fault.OfParameter(String name, _, String detail) ->
                                            name + ": " + detail;
                                })
                        .toList();
        return String.join(
                " ", Stream.concat(Stream.of(problem.detail()), faults.stream()).toList());
    }

    private static String type(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 429 -> "rate_limit_error";
            default -> status < 500 ? "invalid_request_error" : "server_error";
        };
    }

    private static @Nullable String param(Problem problem) {
        return problem.errors().stream()
                .findFirst()
                .map(fault ->
                        switch (fault) {
                            case Problem.Fault.OfField(var error) ->
                                    error.pointer().isEmpty()
                                            ? error.pointer()
                                            : error.pointer().substring(1).replace('/', '.');
                            case Problem.Fault.OfParameter(String name, _, _) -> name;
                        })
                .orElse(null);
    }
}
