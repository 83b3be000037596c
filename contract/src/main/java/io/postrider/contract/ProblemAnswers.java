package io.postrider.contract;

import io.postrider.schemas.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.node.ObjectNode;

/** The problem responses of operations: each status with its codes and their meaning. */
final class ProblemAnswers {

    static final String CODES = "x-problem-codes";

    /** The prefix of codes about a provider, whose rejections may contain Retry-After. */
    private static final String OF_PROVIDERS = "provider_";

    private static final Map<String, List<String>> HEADERS =
            Map.of(
                    "401", List.of("WWW-Authenticate"),
                    "405", List.of("Allow"),
                    "409", List.of("Retry-After"),
                    "416", List.of("Content-Range"),
                    "429", List.of("Retry-After"),
                    "503", List.of("Retry-After"),
                    "507", List.of("Retry-After"));

    private ProblemAnswers() {}

    /** The answer with a status. */
    static ObjectNode of(String status, SortedSet<String> codes) {
        ObjectNode answer = Json.object();
        answer.put("description", HttpStatus.valueOf(Integer.parseInt(status)).getReasonPhrase());
        codes.forEach(answer.putArray(CODES)::add);
        problem(answer);
        return answer;
    }

    /** The advice of every code. */
    static ObjectNode meanings() {
        ObjectNode meanings = Json.object();
        ProblemCode.all().forEach(known -> meanings.put(known.code(), known.advice()));
        return meanings;
    }

    /** Visitors of short links are people, and get a sentence. */
    static void alsoForPeople(ObjectNode answer) {
        answer.withObject("/content")
                .putObject(MediaType.TEXT_PLAIN_VALUE)
                .putObject("schema")
                .put("type", "string");
    }

    /** The headers that refusals with a status have besides those that all answers have. */
    static List<String> headers(String status, SortedSet<String> codes, boolean decided) {
        Set<String> headers = new LinkedHashSet<>(HEADERS.getOrDefault(status, List.of()));
        if (codes.stream().anyMatch(code -> code.startsWith(OF_PROVIDERS))) {
            headers.add("Retry-After");
        }
        if (decided && (status.startsWith("4") || status.equals("500"))) {
            headers.add("Consistency-Token");
            headers.add("Idempotent-Replayed");
        }
        return List.copyOf(headers);
    }

    /** The responses that any request can have. */
    static ObjectNode any(SortedMap<String, SortedSet<String>> codes) {
        ObjectNode answer = Json.object();
        answer.put("description", "The problems of any request, by status.");
        ObjectNode byStatus = answer.putObject(CODES);
        codes.forEach((status, found) -> found.forEach(byStatus.putArray(status)::add));
        problem(answer);
        return answer;
    }

    private static void problem(ObjectNode answer) {
        answer.putObject("content")
                .putObject(MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                .set("schema", ContractFiles.reference("schemas", "Problem"));
    }
}
