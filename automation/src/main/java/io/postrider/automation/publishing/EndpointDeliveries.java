package io.postrider.automation.publishing;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The requests that endpoints took and refused, as the log has them. */
public final class EndpointDeliveries implements ApiRoutes {

    private static final String ONE = EndpointRoutes.PATH + "/{id}";
    private static final String READ = "automation.endpoints:read";
    private static final String WRITE = "automation.endpoints:write";
    private static final String REJECTED = "rejected";
    private static final String ACCEPTED = "accepted";
    private static final String DUPLICATE = "duplicate";
    private static final String PROOF = "/actor/proof";
    private static final String OTHERS =
            String.join(",", EventPublished.REJECTED, EventPublished.DUPLICATE);
    private static final Map<String, String> OUTCOMES =
            Map.of(EventPublished.REJECTED, REJECTED, EventPublished.DUPLICATE, DUPLICATE);

    private final InboundEndpoints endpoints;
    private final InboundAnswers answers;
    private final Queries queries;
    private final Writes writes;

    public EndpointDeliveries(
            InboundEndpoints endpoints, InboundEvents events, Queries queries, Writes writes) {
        this.endpoints = endpoints;
        this.answers = new InboundAnswers(events, queries);
        this.queries = queries;
        this.writes = writes;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(ONE + "/deliveries")
                        .scope(READ)
                        .taking("outcome", "limit", "cursor")
                        .to(request -> found(request, endpoint -> list(request, endpoint))),
                ApiRoute.action(ONE + "/deliveries/{event_id}/resend")
                        .scope(WRITE)
                        .to(request ->
                                withoutBody(
                                        request,
                                        endpoint ->
                                                writes.once(
                                                        request,
                                                        _ ->
                                                                resend(request, endpoint)
                                                                        .toFuture()))),
                ApiRoute.action(ONE + "/infer-schema")
                        .scope(WRITE)
                        .to(request -> withoutBody(request, endpoint -> infer(request, endpoint))));
    }

    private Mono<ApiResponse> withoutBody(
            ApiRequest request, Function<Endpoint, Mono<ApiResponse>> work) {
        return request.fields().checked(() -> request).answer(checked -> found(checked, work));
    }

    private Mono<ApiResponse> found(
            ApiRequest request, Function<Endpoint, Mono<ApiResponse>> work) {
        return request.id(IdKind.EP)
                .answer(id ->
                        endpoints
                                .find(request.workspace(), id)
                                .map(work)
                                .orElseGet(() -> Mono.just(Problem.notFound())));
    }

    private Mono<ApiResponse> list(ApiRequest request, Endpoint endpoint) {
        String outcome = request.parameter("outcome").orElse("");
        if (!List.of("", ACCEPTED, REJECTED, DUPLICATE).contains(outcome)) {
            return Mono.just(
                    Problem.badParameter(
                            "outcome",
                            "invalid_parameter",
                            "Expected accepted, rejected or duplicate."));
        }
        return queries.page(request, QueryNames.EVENTS, asked(endpoint, outcome))
                .map(page ->
                        switch (page) {
                            case Validated.Refused<ObjectNode>(Problem problem) -> problem;
                            case Validated.Valid<ObjectNode>(ObjectNode body) -> {
                                ArrayNode shown = Json.mapper().createArrayNode();
                                body.path("data").forEach(event -> shown.add(delivery(event)));
                                body.set("data", shown);
                                yield queries.listed(request, body);
                            }
                        });
    }

    private static Map<String, String> asked(Endpoint endpoint, String outcome) {
        return switch (outcome) {
            case REJECTED -> Map.of("actor", endpoint.id(), "types", EventPublished.REJECTED);
            case DUPLICATE -> Map.of("actor", endpoint.id(), "types", EventPublished.DUPLICATE);
            case ACCEPTED -> Map.of("actor", endpoint.id(), "without", OTHERS);
            default -> Map.of("actor", endpoint.id());
        };
    }

    private static ObjectNode delivery(JsonNode event) {
        String outcome = OUTCOMES.getOrDefault(event.path("type").asString(""), ACCEPTED);
        boolean accepted = outcome.equals(ACCEPTED);
        JsonNode data = event.path("data");
        ObjectNode node = Json.object();
        node.set("id", event.path("id"));
        node.put("object", "endpoint_delivery");
        node.put("outcome", outcome);
        node.set("at", event.path("timestamp"));
        node.set("event_type", accepted ? event.path("type") : null);
        node.set("proof", event.at(PROOF).isString() ? event.at(PROOF) : null);
        node.set("data", accepted ? data : null);
        node.set("problem", accepted ? null : data);
        return node;
    }

    private static boolean isRejected(JsonNode event) {
        return event.path("type").asString("").equals(EventPublished.REJECTED);
    }

    /** Processes a rejected request again, with the present settings of the endpoint. */
    private Mono<ApiResponse> resend(ApiRequest request, Endpoint endpoint) {
        return ApiRequest.id(IdKind.EVT, request.variable("event_id"))
                .answer(id ->
                        queries.foundNow(request, QueryNames.EVENT, Map.of("id", id))
                                .flatMap(found ->
                                        found.answer(
                                                event -> resend(request, endpoint, event.body()))));
    }

    private Mono<ApiResponse> resend(ApiRequest request, Endpoint endpoint, ObjectNode event) {
        JsonNode kept = event.path("data");
        // The body of a sender that proved nothing is not kept.
        if (!isRejected(event) || !kept.path("endpoint_id").asString("").equals(endpoint.id())) {
            return Mono.just(Problem.notFound());
        }
        return StoredRequest.again(
                        endpoint, kept, event.at(PROOF).asString(""), request.requestId())
                .answer(sent -> answers.of(endpoint, sent));
    }

    /** A schema that each of the newest events of the endpoint fits. */
    private Mono<ApiResponse> infer(ApiRequest request, Endpoint endpoint) {
        return queries.foundNow(
                        request,
                        QueryNames.EVENTS,
                        Map.of("actor", endpoint.id(), "without", OTHERS, "limit", "100"))
                .flatMap(found ->
                        found.answer(page ->
                                Mono.just(
                                        schema(
                                                endpoint,
                                                page.body()
                                                        .path("data")
                                                        .valueStream()
                                                        .map(event -> event.path("data"))
                                                        .filter(ObjectNode.class::isInstance)
                                                        .map(ObjectNode.class::cast)
                                                        .toList()))));
    }

    private static ApiResponse schema(Endpoint endpoint, List<ObjectNode> samples) {
        String type = endpoint.eventType();
        String title = type.isEmpty() ? endpoint.name() : type;
        return samples.isEmpty()
                ? Problem.of(409, "no_samples", "The endpoint has not published an event yet.")
                : ApiResponse.ok(
                        Json.object()
                                .put("object", "inferred_schema")
                                .put("samples", samples.size())
                                .set("json_schema", SchemaInference.of(samples, title)));
    }
}
