package io.postrider.contract.reference;

import io.postrider.contract.reference.ReferenceFiles.Operation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The command that calls an operation with its examples, ready to run in bash: the same, character by character, that the
 * console's reference shows before anybody has filled in anything.
 */
final class CurlCommand {

    /** Where curl keeps the cookie of who signs in. */
    static final String COOKIES = "postrider-cookies.txt";

    private static final String CONTINUED = " \\\n  ";

    private final ReferenceDocument document;
    private final Operation operation;
    private final String baseUrl;
    private final List<String> lines = new ArrayList<>();

    private CurlCommand(ReferenceDocument document, Operation operation, String baseUrl) {
        this.document = document;
        this.operation = operation;
        this.baseUrl = baseUrl;
    }

    static String of(ReferenceDocument document, Operation operation, String baseUrl) {
        return new CurlCommand(document, operation, baseUrl).text();
    }

    private String text() {
        Optional<RequestBody> body = RequestBody.of(document, operation.node().path("requestBody"));
        lines.add(firstLine(body));
        caller();
        lines.add(header("Accept: " + accepted()));
        body.filter(RequestBody::hasType)
                .ifPresent(sent -> lines.add(header("Content-Type: " + sent.type())));
        parameters("header")
                .map(parameter -> parameter.path("name").asString() + ": " + value(parameter))
                .forEach(text -> lines.add(header(text)));
        body.ifPresent(sent -> lines.addAll(sent.options()));
        return String.join(CONTINUED, lines);
    }

    private String firstLine(Optional<RequestBody> body) {
        StringBuilder line = new StringBuilder("curl --fail-with-body");
        if (answers().isEmpty()) {
            // Without a body nothing would be seen but for the status and the headers.
            line.append(" --include");
        }
        if (accepted().equals("text/event-stream")
                || body.filter(RequestBody::streams).isPresent()) {
            line.append(" --no-buffer");
        }
        if (operation.method().equals("HEAD")) {
            line.append(" --head");
        } else if (!operation.method().equals("GET")) {
            line.append(" -X ").append(operation.method());
        }
        return line.append(' ').append(quoted(baseUrl + path() + query())).toString();
    }

    private void caller() {
        List<JsonNode> ways = operation.node().path("security").valueStream().toList();
        boolean byKey = ways.stream().anyMatch(way -> way.has("apiKey"));
        boolean bySession = !byKey && ways.stream().anyMatch(way -> way.has("session"));
        if (bySession) {
            lines.add("--cookie " + COOKIES);
        }
        if (keepsCookies()) {
            lines.add("--cookie-jar " + COOKIES);
        }
        if (byKey) {
            lines.add("-H \"Authorization: Bearer $API_KEY\"");
        }
        if (bySession && !operation.method().equals("GET") && !operation.method().equals("HEAD")) {
            lines.add("-H \"X-CSRF-Token: $CSRF_TOKEN\"");
        }
    }

    private boolean keepsCookies() {
        return successes().anyMatch(answer -> answer.path("headers").has("Set-Cookie"));
    }

    private Stream<JsonNode> successes() {
        return operation.node().path("responses").properties().stream()
                .filter(answer -> answer.getKey().startsWith("2"))
                .map(answer -> document.resolved(answer.getValue()));
    }

    /** The media types of the first answer of success that has a body. */
    private List<String> answers() {
        return successes()
                .map(answer -> List.copyOf(answer.path("content").propertyNames()))
                .filter(types -> !types.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private String accepted() {
        List<String> types = answers();
        return types.isEmpty() ? "application/json" : types.getFirst();
    }

    private String path() {
        String path = operation.path();
        for (JsonNode parameter : parameters("path").toList()) {
            path =
                    path.replace(
                            "{" + parameter.path("name").asString() + "}",
                            encoded(value(parameter)));
        }
        return path;
    }

    private String query() {
        List<String> pairs =
                parameters("query")
                        .map(parameter ->
                                encoded(parameter.path("name").asString())
                                        + "="
                                        + encoded(value(parameter)))
                        .toList();
        return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
    }

    /** The parameters that must be sent. */
    private Stream<JsonNode> parameters(String in) {
        return operation
                .node()
                .path("parameters")
                .valueStream()
                .map(document::resolved)
                .filter(parameter -> parameter.path("required").asBoolean(false))
                .filter(parameter -> parameter.path("in").asString().equals(in));
    }

    private String value(JsonNode parameter) {
        JsonNode schema = document.resolved(parameter.path("schema"));
        @Nullable JsonNode example =
                Stream.of(
                                parameter.path("example"),
                                schema.path("example"),
                                schema.at("/examples/0"),
                                schema.path("default"),
                                schema.path("const"),
                                schema.at("/enum/0"))
                        .filter(found -> !found.isMissingNode())
                        .findFirst()
                        .orElse(null);
        return example == null
                ? parameter.path("name").asString()
                : ReferenceDocument.shown(example);
    }

    private static String header(String text) {
        return "-H " + quoted(text);
    }

    /** Nothing is special within single quotes but the quote itself. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Everything but letters, digits, hyphen, dot, underscore and tilde as bytes (RFC 3986, section 2.3). */
    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
