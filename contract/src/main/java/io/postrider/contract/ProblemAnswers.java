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

/** The refusals of operations, each status with every code that it can have and what that means. */
final class ProblemAnswers {

    static final String CODES = "x-problem-codes";

    private static final String REQUEST_ID = "req_01kb3q9e2bf4h6k8m0p1r3t5v7";

    /** How codes begin that tell of a provider, who may say with any refusal when to come again. */
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

    private final String baseUrl;

    ProblemAnswers(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /** The answer with a status. */
    ObjectNode of(String path, String status, SortedSet<String> codes) {
        ObjectNode answer = Json.object();
        answer.put("description", HttpStatus.valueOf(Integer.parseInt(status)).getReasonPhrase());
        answer.set(CODES, meanings(codes));
        ObjectNode problem = problem(answer);
        problem.putObject("examples")
                .putObject(codes.first())
                .set("value", example(path, Integer.parseInt(status), codes.first()));
        return answer;
    }

    /** Visitors of short links are people, and are told in a sentence. */
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

    /** What can be the answer to any request at all. */
    ObjectNode any(SortedMap<String, SortedSet<String>> codes) {
        ObjectNode answer = Json.object();
        answer.put("description", "What any request can be refused with, by status.");
        ObjectNode byStatus = answer.putObject(CODES);
        codes.forEach((status, found) -> byStatus.set(status, meanings(found)));
        problem(answer);
        return answer;
    }

    private static ObjectNode problem(ObjectNode answer) {
        ObjectNode problem =
                answer.putObject("content").putObject(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        problem.set("schema", ContractFiles.reference("schemas", "Problem"));
        return problem;
    }

    private static ObjectNode meanings(SortedSet<String> codes) {
        ObjectNode meanings = Json.object();
        codes.forEach(code ->
                meanings.put(code, ProblemCode.of(code).map(ProblemCode::advice).orElseThrow()));
        return meanings;
    }

    private ObjectNode example(String path, int status, String code) {
        ObjectNode problem = Json.object();
        problem.put("type", baseUrl + "/errors/" + code);
        problem.put("title", ProblemCode.title(code));
        problem.put("status", status);
        problem.put("detail", ProblemCode.of(code).map(ProblemCode::advice).orElseThrow());
        problem.put("instance", path);
        problem.put("code", code);
        problem.put("request_id", REQUEST_ID);
        problem.putArray("errors");
        return problem;
    }
}
