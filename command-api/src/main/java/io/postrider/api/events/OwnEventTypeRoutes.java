package io.postrider.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.automation.OwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.CreateOwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.DeleteOwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.UpdateOwnEventType;
import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.catalogue.EventTypes;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.SchemaField;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.Naming;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations on a workspace's own event types. */
final class OwnEventTypeRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/event-types";

    private static final TextRule TYPE = TextRule.line(1, 200);
    private static final TextRule DESCRIPTION = TextRule.line(1, 500);
    private static final int JSON_BYTES_MAX = 32 << 10;

    private final ResourceApi<OwnEventType> api;

    OwnEventTypeRoutes(ResourceApi<OwnEventType> api) {
        this.api = api.named(new Types());
    }

    /** The fields of a body. */
    private record Wanted(List<String> changed, OwnEventType values) {}

    /** Types are named by themselves. */
    private static final class Types implements Naming {
        @Override
        public String variable() {
            return "type";
        }

        @Override
        public Validated<String> id(ApiRequest request) {
            return Validated.valid(
                    OwnEventType.idOf(request.workspace(), request.variable("type")));
        }

        @Override
        public Mono<Validated<String>> key(ApiRequest request, String id) {
            return Mono.just(Validated.valid(id));
        }
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.createBy(
                        this::created,
                        (request, wanted, idempotency) ->
                                api.createdAs(
                                                request,
                                                wanted.values().id(),
                                                new Creation(
                                                        new CreateOwnEventType(wanted.values()),
                                                        Optional.empty()),
                                                idempotency)
                                        .map(answer -> located(answer, wanted))),
                api.get("own_event_type"),
                api.update(
                        this::changed,
                        (workspace, wanted) ->
                                new UpdateOwnEventType(
                                        workspace, wanted.changed(), wanted.values())),
                api.delete(DeleteOwnEventType::new));
    }

    private static ApiResponse located(ApiResponse answer, Wanted wanted) {
        return answer instanceof ApiResponse.Reply reply && reply.status() == 201
                ? reply.with("Location", PATH + "/" + wanted.values().type())
                : answer;
    }

    private Validated<Wanted> created(ApiRequest request) {
        BodyReader fields = request.fields();
        String type = fields.requiredText("type", TYPE);
        if (!type.isEmpty()) {
            EventTypes.publishingObjection(type)
                    .ifPresent(detail ->
                            fields.fault(new FieldError("/type", "reserved_type", detail)));
        }
        return read(request, fields, type);
    }

    private Validated<Wanted> changed(ApiRequest request) {
        return read(request, request.fields(), request.variable("type"));
    }

    private Validated<Wanted> read(ApiRequest request, BodyReader fields, String type) {
        Optional<String> description = fields.text("description", DESCRIPTION);
        Optional<String> schema = SchemaField.read(fields);
        Optional<String> example = object(fields, "example");
        List<String> given =
                fields.changed().stream().map(OwnEventTypeRoutes::whole).distinct().toList();
        String workspace = request.workspace();
        Instant now = api.node().mint().now();
        return fields.checked(() ->
                new Wanted(
                        given,
                        new OwnEventType(
                                OwnEventType.idOf(workspace, type),
                                workspace,
                                type,
                                description.orElse(null),
                                schema.orElse(null),
                                example.orElse(null),
                                now,
                                now)));
    }

    /** Schema and example are one field each. */
    private static String whole(String changed) {
        int slash = changed.indexOf('/');
        return slash < 0 ? changed : changed.substring(0, slash);
    }

    private static Optional<String> object(BodyReader fields, String name) {
        Optional<JsonNode> given = fields.json(name).filter(node -> !node.isNull());
        if (given.filter(node -> !node.isObject()).isPresent()) {
            fields.fault(new FieldError("/" + name, "invalid_type", "Expected an object."));
            return Optional.empty();
        }
        Optional<String> text = given.map(JsonNode::toString);
        if (text.filter(json -> json.getBytes(UTF_8).length > JSON_BYTES_MAX).isPresent()) {
            fields.fault(
                    new FieldError("/" + name, "too_long", "Expected at most 32 KiB as JSON."));
        }
        return text;
    }

    /** The JSON of an event type, as in the catalogue of types. */
    static ObjectNode shown(OwnEventType eventType) {
        ObjectNode data = tree(eventType.jsonSchema());
        ObjectNode node = Json.object();
        node.put("object", "event_type");
        node.put("type", eventType.type());
        node.put("own", true);
        node.put("description", eventType.description() == null ? "" : eventType.description());
        ObjectNode schema = Json.object().put("type", "object");
        schema.putObject("properties").set("data", data);
        node.set("schema", schema);
        ObjectNode example = Json.object().put("type", eventType.type());
        example.set("data", tree(eventType.example()));
        node.set("example", example);
        return node;
    }

    private static ObjectNode tree(@Nullable String json) {
        return json == null ? Json.object() : (ObjectNode) Json.mapper().readTree(json);
    }
}
