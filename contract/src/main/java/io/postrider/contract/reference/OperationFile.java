package io.postrider.contract.reference;

import io.postrider.contract.reference.ReferenceFiles.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** One operation as Markdown, under the same headings as in the console. */
final class OperationFile {

    private static final String NONE = "None\n";
    private static final String CODES = "x-problem-codes";

    private final ReferenceDocument document;
    private final Operation operation;
    private final String baseUrl;
    private final boolean sent;
    private final SchemaFields fields;
    private final StringBuilder out = new StringBuilder();

    /**
     * @param sent whether the service sends it to receivers, who are no server of its contract
     */
    OperationFile(ReferenceDocument document, Operation operation, String baseUrl, boolean sent) {
        this.document = document;
        this.operation = operation;
        this.baseUrl = baseUrl;
        this.sent = sent;
        this.fields = new SchemaFields(document);
    }

    String text() {
        JsonNode node = operation.node();
        paragraph("# " + operation.summary());
        paragraph("`" + operation.method() + " " + (sent ? "your URL" : operation.path()) + "`");
        if (sent) {
            paragraph("Type of the event: `" + operation.path() + "`");
        }
        if (node.path("deprecated").asBoolean(false)) {
            paragraph("**Deprecated.**");
        }
        paragraph(node.path("description").asString("").strip());
        paragraph(access(node.path("security")));
        paragraph("## Parameters");
        paragraph(parameters(node.path("parameters")));
        paragraph("## Request body");
        body(document.resolved(node.path("requestBody")));
        paragraph("## cURL");
        paragraph(sent ? NONE : fenced("bash", CurlCommand.of(document, operation, baseUrl)));
        paragraph("## Responses");
        node.path("responses")
                .properties()
                .forEach(answer -> answer(answer.getKey(), document.resolved(answer.getValue())));
        return out.toString().stripTrailing() + "\n";
    }

    private void paragraph(String text) {
        if (!text.isEmpty()) {
            out.append(text.stripTrailing()).append("\n\n");
        }
    }

    private static String access(JsonNode security) {
        List<String> ways = new ArrayList<>();
        for (JsonNode way : security) {
            if (way.has("apiKey")) {
                String scopes =
                        way.path("apiKey")
                                .valueStream()
                                .map(scope -> "`" + scope.asString() + "`")
                                .collect(Collectors.joining(", "));
                ways.add("an API key" + (scopes.isEmpty() ? "" : " with the scope " + scopes));
            } else if (way.has("session")) {
                ways.add("the session of whoever is signed in");
            }
        }
        return ways.isEmpty() ? "Needs no key." : "Needs " + String.join(", or ", ways) + ".";
    }

    private String parameters(JsonNode parameters) {
        if (parameters.isEmpty()) {
            return NONE;
        }
        StringBuilder table =
                new StringBuilder(
                        """
                        | Name | In | Type | Required | Default | Constraints | Example | Description |
                        | --- | --- | --- | --- | --- | --- | --- | --- |
                        """);
        for (JsonNode given : parameters) {
            JsonNode parameter = document.resolved(given);
            JsonNode schema = document.merged(parameter.path("schema"));
            List<String> cells =
                    List.of(
                            "`" + parameter.path("name").asString() + "`",
                            parameter.path("in").asString(),
                            document.type(schema),
                            parameter.path("required").asBoolean(false) ? "Required" : "Optional",
                            code(schema.path("default")),
                            String.join("; ", document.constraints(schema)),
                            code(parameter.path("example")),
                            parameter.path("description").asString(""));
            table.append("| ")
                    .append(
                            cells.stream()
                                    .map(OperationFile::cell)
                                    .collect(Collectors.joining(" | ")))
                    .append(" |\n");
        }
        return table.toString();
    }

    private static String code(JsonNode value) {
        return value.isMissingNode() ? "" : "`" + ReferenceDocument.shown(value) + "`";
    }

    /** A table ends a cell at a bar, in code too, and a row at the end of the line. */
    private static String cell(String text) {
        return text.strip().replace("|", "\\|").replaceAll("\\s*\\R\\s*", " ");
    }

    private void body(JsonNode body) {
        if (!body.has("content")) {
            paragraph(NONE);
            return;
        }
        paragraph(body.path("required").asBoolean(false) ? "Required" : "Optional");
        media(body.path("content"));
    }

    /** Forms that have the same schema are described once. */
    private void media(JsonNode content) {
        JsonNode before = null;
        for (Map.Entry<String, JsonNode> medium : content.properties()) {
            paragraph("`" + medium.getKey() + "`");
            JsonNode schema = medium.getValue().path("schema");
            if (schema.equals(before)) {
                paragraph("As above.");
                continue;
            }
            before = schema;
            paragraph(fields.of(schema));
            medium.getValue()
                    .path("examples")
                    .properties()
                    .forEach(example ->
                            example(example.getKey(), document.resolved(example.getValue())));
        }
    }

    private void example(String name, JsonNode example) {
        JsonNode value = example.path("value");
        paragraph("Example: " + example.path("summary").asString(name));
        paragraph(
                value.isString()
                        ? fenced("text", value.stringValue())
                        : fenced("json", Indented.of(value)));
    }

    private void answer(String status, JsonNode answer) {
        paragraph("### " + status);
        paragraph(answer.path("description").asString(""));
        if (!answer.path("headers").isEmpty()) {
            paragraph(
                    "Headers: "
                            + answer.path("headers").propertyNames().stream()
                                    .map(name -> "`" + name + "`")
                                    .collect(Collectors.joining(", ")));
        }
        if (answer.has(CODES)) {
            paragraph(ProblemList.codes(answer.path(CODES)));
        } else {
            media(answer.path("content"));
        }
    }

    /** No text that is shown can end its own fence. */
    private static String fenced(String language, String text) {
        String fence = "```";
        while (text.contains(fence)) {
            fence += "`";
        }
        return fence + language + "\n" + text.stripTrailing() + "\n" + fence;
    }
}
