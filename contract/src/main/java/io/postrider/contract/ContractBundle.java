package io.postrider.contract;

import io.postrider.schemas.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Bundles the source files into one OpenAPI document: shorthands are expanded, and references to files are resolved. */
final class ContractBundle {

    private static final String PROBLEMS = "x-postrider-problems";
    private static final String HEADERS = "x-postrider-headers";
    private static final String SERVED_BY = "x-postrider-served-by";
    private static final String ANY = "AnyProblem";
    private static final String RESPONSES = "responses";
    private static final List<String> DEPRECATED = List.of("Deprecation", "Sunset", "Link");

    private final ObjectNode document;
    private final ProblemSets sets;
    private final Map<ObjectNode, String> shared = new HashMap<>();

    private ContractBundle(ObjectNode document, String baseUrl) {
        this.document = document;
        this.sets = new ProblemSets(document.remove("x-postrider-problem-sets"));
        ((ObjectNode) document.at("/servers/0")).put("url", baseUrl);
    }

    /**
     * The whole document.
     *
     * @param written the joined files, which become the document
     * @param baseUrl public address of the service
     */
    static ObjectNode of(ObjectNode written, String baseUrl, EventCatalogue events) {
        ContractBundle bundle = new ContractBundle(written, baseUrl);
        bundle.document.set(ProblemAnswers.CODES, ProblemAnswers.meanings());
        bundle.anyProblem();
        bundle.document
                .path("paths")
                .properties()
                .forEach(path ->
                        path.getValue()
                                .properties()
                                .forEach(operation ->
                                        bundle.spellOut((ObjectNode) operation.getValue())));
        WebhookOperations.add(bundle.document, events);
        return bundle.document;
    }

    private void anyProblem() {
        ObjectNode named = Json.object();
        named.putArray("sets").add("any");
        ObjectNode answer = ProblemAnswers.any(sets.of(ANY, named));
        headers(answer, List.of("Allow", "Retry-After"));
        document.withObject("components").withObject("/" + RESPONSES).set(ANY, answer);
    }

    private void spellOut(ObjectNode operation) {
        String id = operation.path("operationId").stringValue();
        ObjectNode responses = operation.withObject("/" + RESPONSES);
        JsonNode named = operation.remove(PROBLEMS);
        if (named == null) {
            throw new IllegalStateException(id + ": no " + PROBLEMS);
        }
        boolean forVisitors = operation.has(SERVED_BY);
        List<String> more = operation.path("deprecated").asBoolean(false) ? DEPRECATED : List.of();
        responses.forEach(response -> successHeaders((ObjectNode) response, more));
        SortedMap<String, SortedSet<String>> codes = sets.of(id, named);
        boolean decided =
                codes.values().stream().anyMatch(found -> found.contains("outcome_unknown"));
        codes.forEach((status, found) -> {
            ObjectNode answer = ProblemAnswers.of(status, found);
            headers(answer, ProblemAnswers.headers(status, found, decided));
            headers(answer, more);
            if (forVisitors) {
                ProblemAnswers.alsoForPeople(answer);
            }
            if (responses.has(status)) {
                throw new IllegalStateException(id + ": " + status + " is said twice");
            }
            responses.set(status, shared(answer));
        });
        if (!forVisitors) {
            responses.set("default", ContractFiles.reference(RESPONSES, ANY));
        }
    }

    /** A reference to the one component of an answer that many operations have. */
    private ObjectNode shared(ObjectNode answer) {
        String name =
                shared.computeIfAbsent(
                        answer, added -> add(added.path("description").stringValue(), added));
        return ContractFiles.reference(RESPONSES, name);
    }

    private String add(String description, ObjectNode answer) {
        ObjectNode all = document.withObject("components").withObject("/" + RESPONSES);
        String name = description.replaceAll("[^A-Za-z]", "");
        String free = name;
        for (int number = 2; all.has(free); number++) {
            free = name + number;
        }
        all.set(free, answer);
        return free;
    }

    private static void successHeaders(ObjectNode response, List<String> more) {
        headers(response, more);
        JsonNode own = response.remove(HEADERS);
        if (own != null) {
            headers(response, own.values().stream().map(JsonNode::stringValue).toList());
        }
    }

    private static void headers(ObjectNode response, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        ObjectNode headers = response.withObject("/headers");
        for (String name : names) {
            headers.set(name, ContractFiles.reference("headers", name));
        }
    }
}
