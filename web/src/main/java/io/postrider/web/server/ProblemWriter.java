package io.postrider.web.server;

import io.postrider.contract.ProblemCode;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.OpenAiError;
import io.postrider.web.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes problems as {@code application/problem+json}. */
public final class ProblemWriter {

    /** The path of the pages about problems; nothing of it can be a short link. */
    public static final String PATH = "/errors";

    private final PublicAddress address;

    public ProblemWriter(PublicAddress address) {
        this.address = address;
    }

    /** The type of problems with a code. */
    public static String type(PublicAddress address, String code) {
        return address.baseUrl() + PATH + "/" + code;
    }

    /**
     * The whole answer.
     *
     * @param instance the path of the request
     */
    public ApiResponse.Reply reply(Problem problem, String instance, String requestId) {
        return new ApiResponse.Reply(
                problem.status(),
                Json.bytes(body(problem, instance, requestId)),
                MediaType.APPLICATION_PROBLEM_JSON,
                problem.headers(),
                false);
    }

    private ObjectNode body(Problem problem, String instance, String requestId) {
        ObjectNode node = Json.object();
        String type = problem.type();
        node.put("type", type == null ? type(address, problem.code()) : type);
        node.put("title", ProblemCode.title(problem.code()));
        node.put("status", problem.status());
        node.put("detail", problem.detail());
        node.put("instance", KeyInUrl.masked(instance));
        node.put("code", problem.code());
        node.put("request_id", requestId);
        ArrayNode errors = node.putArray("errors");
        problem.errors().forEach(fault -> errors.add(fault(fault)));
        problem.members().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(member -> node.set(member.getKey(), member.getValue()));
        if (OpenAiError.belongsOn(instance)) {
            node.set("error", OpenAiError.of(problem));
        }
        return node;
    }

    private static ObjectNode fault(Problem.Fault fault) {
        ObjectNode node = Json.object();
        return switch (fault) {
            case Problem.Fault.OfField(var error) ->
                    node.put("pointer", "#" + encoded(error.pointer()))
                            .put("code", error.code())
                            .put("detail", error.detail());
            case Problem.Fault.OfParameter(String name, String code, String detail) ->
                    node.put("parameter", name).put("code", code).put("detail", detail);
        };
    }

    private static String encoded(String pointer) {
        return UriUtils.encodeFragment(pointer, StandardCharsets.UTF_8);
    }
}
