package io.postrider.api.events;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Follows events to the events that led to them, and to those that followed. */
final class CauseRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/events/{id}";

    private final Queries queries;

    CauseRoutes(Queries queries) {
        this.queries = queries;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(PATH + "/cause").narrowed("events:read").to(this::cause),
                ApiRoute.get(PATH + "/effects").narrowed("events:read").to(this::effects));
    }

    private Mono<ApiResponse> cause(ApiRequest request) {
        return found(request, QueryNames.EVENT_CAUSE)
                .flatMap(found ->
                        found.answer(cause -> {
                            ObjectNode node =
                                    Json.object()
                                            .put("object", "cause")
                                            .put("event_id", request.variable("id"));
                            node.set("event", cause.body().path("event"));
                            return run(request, cause.body().path("run_id"))
                                    .map(run -> ApiResponse.ok(node.set("run", run)));
                        }));
    }

    private Mono<JsonNode> run(ApiRequest request, JsonNode id) {
        return id.isString()
                ? queries.found(request, "run", Map.of("id", id.asString("")))
                        .map(CauseRoutes::body)
                : Mono.just(Json.mapper().nullNode());
    }

    private Mono<ApiResponse> effects(ApiRequest request) {
        String id = request.variable("id");
        return found(request, QueryNames.EVENT_EFFECTS)
                .flatMap(found ->
                        found.answer(events -> {
                            ObjectNode node =
                                    Json.object().put("object", "effects").put("event_id", id);
                            node.set("events", events.body().path("data"));
                            return queries.found(
                                            request, "runs", Map.of("event_id", id, "limit", "100"))
                                    .map(runs -> ApiResponse.ok(node.set("runs", data(runs))));
                        }));
    }

    private Mono<Validated<QueryResult.Found>> found(ApiRequest request, String question) {
        return request.id(IdKind.EVT)
                .thenLater(id -> queries.found(request, question, Map.of("id", id)));
    }

    private static JsonNode body(Validated<QueryResult.Found> found) {
        return found instanceof Validated.Valid<QueryResult.Found>(QueryResult.Found shown)
                ? shown.body()
                : Json.mapper().nullNode();
    }

    private static JsonNode data(Validated<QueryResult.Found> found) {
        return body(found) instanceof ObjectNode page
                ? page.path("data")
                : Json.mapper().createArrayNode();
    }
}
