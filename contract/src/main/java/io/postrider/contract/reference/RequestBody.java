package io.postrider.contract.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a request carries unless its sender chooses otherwise: the first example of the first form.
 *
 * @param example null where there is none
 */
record RequestBody(
        ReferenceDocument document, String type, JsonNode schema, @Nullable JsonNode example) {

    private static final Pattern BINARY =
            Pattern.compile("application/octet-stream|(image|audio|video)/.*");
    private static final Pattern STREAMED = Pattern.compile("\"stream\"\\s*:\\s*true");

    /** Nothing, where nothing need be said and the example says nothing. */
    static Optional<RequestBody> of(ReferenceDocument document, JsonNode node) {
        JsonNode written = document.resolved(node);
        return written.path("content").properties().stream()
                .findFirst()
                .map(medium -> of(document, medium))
                .filter(body ->
                        written.path("required").asBoolean(false)
                                || !(body.example == null || body.text().equals("{}")));
    }

    private static RequestBody of(ReferenceDocument document, Map.Entry<String, JsonNode> medium) {
        @Nullable JsonNode example =
                medium.getValue()
                        .path("examples")
                        .valueStream()
                        .findFirst()
                        .map(found -> document.resolved(found).path("value"))
                        .orElse(null);
        JsonNode schema = document.merged(medium.getValue().path("schema"));
        return new RequestBody(document, medium.getKey(), schema, example);
    }

    /** Whether the sender says the type; the boundary between the parts of a form is for the client to choose. */
    boolean hasType() {
        return !isForm();
    }

    boolean streams() {
        return !isForm() && !isBinary() && STREAMED.matcher(text()).find();
    }

    /** The options of curl that send it. */
    List<String> options() {
        if (isForm()) {
            return fields();
        }
        return List.of(
                isBinary()
                        ? "--data-binary " + CurlCommand.quoted("@file.bin")
                        : "--data-raw " + CurlCommand.quoted(text()));
    }

    private List<String> fields() {
        List<String> options = new ArrayList<>();
        List<String> files =
                schema.path("properties").properties().stream()
                        .filter(field -> isBytes(document.resolved(field.getValue())))
                        .map(Map.Entry::getKey)
                        .toList();
        files.forEach(name -> options.add("-F " + CurlCommand.quoted(name + "=@file.bin")));
        if (example != null) {
            example.properties().stream()
                    .filter(field -> !files.contains(field.getKey()))
                    .map(field -> field.getKey() + "=" + ReferenceDocument.shown(field.getValue()))
                    .forEach(field -> options.add("--form-string " + CurlCommand.quoted(field)));
        }
        return options;
    }

    private String text() {
        if (example == null) {
            return isJson() || isForm() ? "{}" : "";
        }
        return example.isString() && !isJson() ? example.stringValue() : Indented.of(example);
    }

    private boolean isForm() {
        return type.equals("multipart/form-data");
    }

    private boolean isJson() {
        return type.endsWith("/json") || type.endsWith("+json");
    }

    private boolean isBinary() {
        return !isForm() && !isJson() && (isBytes(schema) || BINARY.matcher(type).matches());
    }

    private static boolean isBytes(JsonNode schema) {
        return schema.path("format").asString("").equals("binary");
    }
}
