package io.postrider.contract.reference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Every file of the reference by its path, as the console's pages have theirs. */
public final class ReferenceFiles {

    /** What programs look for first; see <a href="https://llmstxt.org">llmstxt.org</a>. */
    public static final String CONTENTS = "/llms.txt";

    /** Beside the console's pages about the same. */
    public static final String FOLDER = "/user/api/reference";

    private static final String DELIVERIES = "outgoing-webhooks";
    private static final String PROBLEMS = FOLDER + "/problems.md";

    private final ReferenceDocument document;
    private final String baseUrl;
    private final Map<String, String> files = new LinkedHashMap<>();
    private final StringBuilder contents = new StringBuilder();

    private ReferenceFiles(ReferenceDocument document) {
        this.document = document;
        this.baseUrl = document.root().at("/servers/0/url").asString();
    }

    /** Writes all files. */
    public static ReferenceFiles of(JsonNode contract) {
        ReferenceFiles made = new ReferenceFiles(new ReferenceDocument(contract));
        made.write();
        return made;
    }

    /** The file at a path. */
    public Optional<String> at(String path) {
        return Optional.ofNullable(files.get(path));
    }

    /** The paths of all files. */
    public List<String> paths() {
        return List.copyOf(files.keySet());
    }

    private void write() {
        JsonNode root = document.root();
        contents.append("# ").append(root.at("/info/title").asString());
        contents.append("\n\n> ").append(root.at("/info/summary").asString()).append("\n\n");
        contents.append(root.at("/info/description").asString());
        for (JsonNode tag : root.path("tags")) {
            section(tag.path("name").asString(), tag.path("description").asString());
            operations()
                    .filter(operation -> operation.tag().equals(tag.path("name").asString()))
                    .forEach(operation -> page(slug(operation.tag()), operation));
        }
        section("Outgoing webhooks", "What is sent to webhooks, one entry for each type of event.");
        operationsUnder("webhooks").forEach(delivery -> page(DELIVERIES, delivery));
        optional();
        files.put(PROBLEMS, ProblemList.of(root));
        files.put(CONTENTS, contents.toString());
    }

    private void section(String name, String description) {
        contents.append("\n## ").append(name).append("\n\n").append(description).append("\n\n");
    }

    private void page(String surface, Operation operation) {
        String path = FOLDER + "/" + surface + "/" + operation.id() + ".md";
        boolean sent = surface.equals(DELIVERIES);
        files.put(path, new OperationFile(document, operation, baseUrl, sent).text());
        link(
                sent ? operation.path() : operation.summary(),
                path,
                sent ? operation.summary() : operation.method() + " " + operation.path());
    }

    /** A heading that the format gives a meaning: what may be left out where space is short. */
    private void optional() {
        contents.append("\n## Optional\n\n");
        link("Codes of problems", PROBLEMS, "every code that a refusal can have, and what to do");
        link("OpenAPI as JSON", "/api/v1/openapi.json", "the whole contract");
        link("OpenAPI as YAML", "/api/v1/openapi.yaml", "the whole contract");
        link("AsyncAPI as JSON", "/api/v1/asyncapi.json", "what topics and webhooks carry");
    }

    private void link(String name, String path, String what) {
        contents.append("- [").append(name).append("](").append(baseUrl).append(path);
        contents.append("): ").append(what).append('\n');
    }

    private Stream<Operation> operations() {
        return operationsUnder("paths");
    }

    private Stream<Operation> operationsUnder(String member) {
        return document.root().path(member).properties().stream()
                .flatMap(path ->
                        path.getValue().properties().stream()
                                .filter(entry -> entry.getValue().has("operationId"))
                                .map(entry ->
                                        new Operation(
                                                entry.getKey().toUpperCase(Locale.ROOT),
                                                path.getKey(),
                                                entry.getValue())));
    }

    /** The name of a surface as part of an address. */
    static String slug(String tag) {
        return tag.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    }

    /** One operation of the contract, or one delivery under the type of its event. */
    record Operation(String method, String path, JsonNode node) {

        String id() {
            return node.path("operationId").asString();
        }

        String tag() {
            return node.at("/tags/0").asString("");
        }

        String summary() {
            return node.path("summary").asString("");
        }
    }
}
