package io.postrider.api.registry;

import io.postrider.schemas.codec.LockedSchemaIds.Version;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoute.Undeclared;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The operations of a schema registry that read. */
final class RegistryRoutes implements ApiRoutes {

    private static final MediaType REGISTRY =
            MediaType.parseMediaType("application/vnd.schemaregistry.v1+json");
    private static final MediaType REGISTRY_PLAIN =
            MediaType.parseMediaType("application/vnd.schemaregistry+json");

    /** Parameters that clients send and that have no effect on schemas that never change. */
    private static final String[] HINTS = {
        "subject",
        "format",
        "fetchMaxId",
        "normalize",
        "deleted",
        "deletedOnly",
        "verbose",
        "defaultToGlobal",
        "referenceFormat",
        "subjectPrefix",
        "offset",
        "limit"
    };

    private final ShippedSchemas schemas;

    RegistryRoutes(ShippedSchemas schemas) {
        this.schemas = schemas;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                read("/schemas/types", request -> texts(List.of("AVRO"))),
                read("/schemas/ids/{id}", this::schema),
                read("/schemas/ids/{id}/schema", this::bareSchema),
                read("/schemas/ids/{id}/versions", this::versionsOfId),
                read("/subjects", request -> texts(schemas.subjects())),
                read("/subjects/{subject}/versions", this::versionsOfSubject),
                read("/subjects/{subject}/versions/{version}", this::version),
                read("/config", request -> object("compatibilityLevel", "FULL_TRANSITIVE")),
                read("/config/{subject}", r -> object("compatibilityLevel", "FULL_TRANSITIVE")),
                read("/mode", request -> object("mode", "READONLY")),
                open(ApiRoute.post("/subjects/{subject}"), this::lookUp));
    }

    private static ApiRoute read(String path, Function<ApiRequest, ApiResponse> answer) {
        return open(ApiRoute.get(path), answer);
    }

    private static ApiRoute open(Undeclared route, Function<ApiRequest, ApiResponse> answer) {
        return route.open()
                .taking(HINTS)
                .producing(REGISTRY, REGISTRY_PLAIN, MediaType.APPLICATION_JSON)
                .to(request -> Mono.just(typed(request, answer.apply(request))));
    }

    private static ApiResponse typed(ApiRequest request, ApiResponse answer) {
        return answer
                        instanceof
                        ApiResponse.Reply(int status, var body, var type, var headers, var secret)
                ? new ApiResponse.Reply(status, body, request.wanted(), headers, secret)
                : answer;
    }

    private ApiResponse schema(ApiRequest request) {
        return schemas.byId(request.variable("id"))
                .<ApiResponse>map(version -> object("schema", version.schema().toString()))
                .orElseGet(() -> missing(40_403, "No schema has this ID."));
    }

    private ApiResponse bareSchema(ApiRequest request) {
        return schemas.byId(request.variable("id"))
                .<ApiResponse>map(version -> json(version.schema().toString()))
                .orElseGet(() -> missing(40_403, "No schema has this ID."));
    }

    private ApiResponse versionsOfId(ApiRequest request) {
        return schemas.byId(request.variable("id"))
                .<ApiResponse>map(version -> {
                    ArrayNode array = JsonNodeFactory.instance.arrayNode();
                    array.add(
                            Json.object()
                                    .put("subject", version.subject())
                                    .put("version", version.version()));
                    return json(array.toString());
                })
                .orElseGet(() -> missing(40_403, "No schema has this ID."));
    }

    private ApiResponse versionsOfSubject(ApiRequest request) {
        List<Version> versions = schemas.ofSubject(request.variable("subject"));
        return versions.isEmpty()
                ? missing(40_401, "No subject has this name.")
                : json(
                        versions.stream()
                                .map(version -> Integer.toString(version.version()))
                                .collect(Collectors.joining(",", "[", "]")));
    }

    private ApiResponse version(ApiRequest request) {
        String subject = request.variable("subject");
        if (schemas.ofSubject(subject).isEmpty()) {
            return missing(40_401, "No subject has this name.");
        }
        return schemas.ofSubject(subject, request.variable("version"))
                .<ApiResponse>map(version -> ApiResponse.ok(described(version)))
                .orElseGet(() -> missing(40_402, "The subject has no version with this number."));
    }

    private ApiResponse lookUp(ApiRequest request) {
        BodyReader fields = request.fields();
        String text = fields.requiredText("schema", TextRule.lines(200_000));
        List.of("schemaType", "references", "metadata", "ruleSet", "id", "version")
                .forEach(fields::has);
        return switch (fields.checked(() -> text)) {
            case Validated.Refused<String>(Problem problem) -> problem;
            case Validated.Valid<String>(String schema) ->
                    found(request.variable("subject"), schema)
                            .<ApiResponse>map(version -> ApiResponse.ok(described(version)))
                            .orElseGet(() ->
                                    missing(40_403, "The subject does not have this schema."));
        };
    }

    /** Avro's parser throws exceptions of many kinds for texts that are no schema. */
    private Optional<Version> found(String subject, String text) {
        try {
            return schemas.of(subject, new Schema.Parser().parse(text));
        } catch (RuntimeException noSchema) {
            return Optional.empty();
        }
    }

    private static ObjectNode described(Version version) {
        return Json.object()
                .put("subject", version.subject())
                .put("id", version.id())
                .put("version", version.version())
                .put("schema", version.schema().toString());
    }

    private static ApiResponse texts(List<String> values) {
        return json(Json.texts(values).toString());
    }

    private static ApiResponse object(String name, String value) {
        return ApiResponse.ok(Json.object().put(name, value));
    }

    private static ApiResponse json(String text) {
        return ApiResponse.text(200, text, MediaType.APPLICATION_JSON);
    }

    /** Confluent's clients read its own two members. */
    private static ApiResponse missing(int errorCode, String detail) {
        return Problem.of(404, "not_found", detail)
                .withMember("error_code", errorCode)
                .withMember("message", detail);
    }
}
