package io.postrider.contract;

import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes one plain OpenAPI document of what is written: shorthands are spelled out, and nothing is left to look up. */
final class ContractBundle {

    private static final String PROBLEMS = "x-postrider-problems";
    private static final String HEADERS = "x-postrider-headers";
    private static final String SERVED_BY = "x-postrider-served-by";
    private static final String ANY = "AnyProblem";
    private static final String RESPONSES = "responses";
    private static final List<String> EVERYWHERE =
            List.of("X-Request-Id", "RateLimit-Policy", "RateLimit");

    private static final List<String> DEPRECATED = List.of("Deprecation", "Sunset", "Link");

    private final ObjectNode document;
    private final ProblemSets sets;
    private final ProblemAnswers problems;

    private ContractBundle(ObjectNode document, String baseUrl) {
        this.document = document;
        this.sets = new ProblemSets(document.remove("x-postrider-problem-sets"));
        this.problems = new ProblemAnswers(baseUrl);
        ((ObjectNode) document.at("/servers/0")).put("url", baseUrl);
    }

    /**
     * The whole document.
     *
     * @param written the joined files, which become the document
     * @param baseUrl where callers find the service
     */
    static ObjectNode of(ObjectNode written, String baseUrl, EventCatalogue events) {
        ContractBundle bundle = new ContractBundle(written, baseUrl);
        bundle.anyProblem();
        bundle.document
                .path("paths")
                .properties()
                .forEach(path ->
                        path.getValue()
                                .properties()
                                .forEach(operation ->
                                        bundle.spellOut(
                                                path.getKey(), (ObjectNode) operation.getValue())));
        WebhookOperations.add(bundle.document, events);
        return bundle.document;
    }

    private void anyProblem() {
        ObjectNode named = Json.object();
        named.putArray("sets").add("any");
        ObjectNode answer = problems.any(sets.of(ANY, named));
        headers(answer, EVERYWHERE);
        headers(answer, List.of("Allow", "Retry-After"));
        document.withObject("components").withObject("/" + RESPONSES).set(ANY, answer);
    }

    private void spellOut(String path, ObjectNode operation) {
        String id = operation.path("operationId").stringValue();
        ObjectNode responses = operation.withObject("/" + RESPONSES);
        JsonNode named = operation.remove(PROBLEMS);
        if (named == null) {
            throw new IllegalStateException(id + ": no " + PROBLEMS);
        }
        List<String> everywhere = operation.has(SERVED_BY) ? List.of("X-Request-Id") : EVERYWHERE;
        responses.forEach(response -> successHeaders((ObjectNode) response, everywhere));
        SortedMap<String, SortedSet<String>> codes = sets.of(id, named);
        boolean decided =
                codes.values().stream().anyMatch(found -> found.contains("outcome_unknown"));
        codes.forEach((status, found) -> {
            ObjectNode answer = problems.of(path, status, found);
            headers(answer, everywhere);
            headers(answer, ProblemAnswers.headers(status, found, decided));
            if (operation.has(SERVED_BY)) {
                ProblemAnswers.alsoForPeople(answer);
            }
            if (responses.has(status)) {
                throw new IllegalStateException(id + ": " + status + " is said twice");
            }
            responses.set(status, answer);
        });
        if (operation.path("deprecated").asBoolean(false)) {
            responses.forEach(response -> headers((ObjectNode) response, DEPRECATED));
        }
        if (!operation.has(SERVED_BY)) {
            responses.set("default", ContractFiles.reference(RESPONSES, ANY));
        }
    }

    private static void successHeaders(ObjectNode response, List<String> everywhere) {
        headers(response, everywhere);
        JsonNode own = response.remove(HEADERS);
        if (own != null) {
            headers(response, own.values().stream().map(JsonNode::stringValue).toList());
        }
    }

    private static void headers(ObjectNode response, List<String> names) {
        ObjectNode headers = response.withObject("/headers");
        for (String name : names) {
            headers.set(name, ContractFiles.reference("headers", name));
        }
    }
}
