package io.postrider.webhooks.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.webhooks.api.DeliveryWriter.Asked;
import io.postrider.webhooks.fanout.DeliveryIds;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations that repair what a receiver has missed: one delivery again, and all that failed. */
final class RepairRoutes implements ApiRoutes {

    static final String SCOPE = "webhooks:write";
    static final String WEBHOOK = WebhookRoutes.PATH + "/{id}";

    /** Deliveries of one call; a cursor leads to the next ones. */
    private static final int RECOVERED_MAX = 100;

    private static final int CONCURRENT = 8;

    private final Queries queries;
    private final Writes writes;
    private final IdGenerator mint;
    private final DeliveryWriter deliveries;

    RepairRoutes(Queries queries, Writes writes, IdGenerator mint, DeliveryWriter deliveries) {
        this.queries = queries;
        this.writes = writes;
        this.mint = mint;
        this.deliveries = deliveries;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(WEBHOOK + "/recover")
                        .scope(SCOPE)
                        .to(request ->
                                request.id(IdKind.WHK)
                                        .answer(id ->
                                                Span.read(request.fields())
                                                        .answer(span ->
                                                                recover(request, id, span)))),
                ApiRoute.action("/api/v1/deliveries/{id}/resend")
                        .scope(SCOPE)
                        .to(request ->
                                request.id(IdKind.DLV)
                                        .answer(id ->
                                                request.fields()
                                                        .checked(() -> id)
                                                        .answer(_ -> resend(request, id)))));
    }

    private Mono<ApiResponse> resend(ApiRequest request, String id) {
        return writes.once(
                request,
                idempotency ->
                        deliveries
                                .found(request, QueryNames.DELIVERY, id)
                                .flatMap(found ->
                                        found.answer(delivery ->
                                                again(
                                                                request,
                                                                delivery,
                                                                deliveries.id(
                                                                        IdKind.DLV,
                                                                        id,
                                                                        idempotency))
                                                        .flatMap(sent ->
                                                                sent.answer(
                                                                        RepairRoutes::accepted))))
                                .toFuture());
    }

    private static Mono<ApiResponse> accepted(Delivery delivery) {
        ObjectNode body = Json.object().put("id", delivery.id()).put("object", "delivery");
        body.put("webhook_id", delivery.endpoint());
        body.put("event_id", delivery.eventId());
        body.put("event_type", delivery.eventType());
        body.put("state", "pending").put("attempts", 0);
        body.putNull("next_attempt_at").putNull("last_status_code").putNull("last_error");
        body.put("test", delivery.test());
        body.putNull("acknowledged_at");
        body.put("created_at", Json.time(delivery.createdAt()));
        return Mono.just(ApiResponse.json(202, body));
    }

    private Mono<Validated<Delivery>> again(ApiRequest request, JsonNode delivery, String id) {
        return deliveries
                .webhook(request, delivery.path("webhook_id").asString(""))
                .flatMap(
                        found -> found.thenLater(webhook -> again(request, delivery, webhook, id)));
    }

    private Mono<Validated<Delivery>> again(
            ApiRequest request, JsonNode delivery, JsonNode webhook, String id) {
        return deliveries
                .event(request, delivery, mint.now())
                .flatMap(found ->
                        found.thenLater(event ->
                                deliveries.append(
                                        request,
                                        new Asked(id, webhook, event, false, mint.now()))));
    }

    /** A call can be repeated: a delivery that failed is sent again once, under an id that is derived from it. */
    private Mono<ApiResponse> recover(ApiRequest request, String id, Span span) {
        return writes.once(
                request,
                _ ->
                        deliveries
                                .webhook(request, id)
                                .flatMap(found ->
                                        found.answer(webhook -> recover(request, webhook, span)))
                                .toFuture());
    }

    private Mono<ApiResponse> recover(ApiRequest request, JsonNode webhook, Span span) {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("webhook_id", webhook.path("id").asString(""));
        asked.put("state", "exhausted");
        asked.put("limit", Integer.toString(RECOVERED_MAX));
        span.cursor().ifPresent(cursor -> asked.put("cursor", cursor));
        return queries.found(request, QueryNames.DELIVERIES, asked)
                .flatMap(found ->
                        found.answer(page -> recover(request, webhook, span, page.body())));
    }

    private Mono<ApiResponse> recover(
            ApiRequest request, JsonNode webhook, Span span, ObjectNode page) {
        List<JsonNode> failed = page.path("data").valueStream().toList();
        boolean isOver =
                failed.stream().anyMatch(delivery -> span.isBehind(at(delivery)))
                        || !page.path("has_more").asBoolean(false);
        return Flux.fromIterable(failed)
                .filter(delivery ->
                        span.holds(at(delivery)) && !delivery.path("test").asBoolean(false))
                .flatMap(
                        delivery -> again(request, delivery, webhook, recovered(delivery)),
                        CONCURRENT)
                .collectList()
                .map(sent ->
                        temporary(sent)
                                .<ApiResponse>map(problem -> problem)
                                .orElseGet(() ->
                                        recovery(
                                                webhook,
                                                sent,
                                                isOver
                                                        ? null
                                                        : page.path("next_cursor")
                                                                .stringValue(null))));
    }

    /** A problem that ends the call, since a repeated call can recover what this one did not. */
    private static Optional<Problem> temporary(List<Validated<Delivery>> sent) {
        return sent.stream()
                .flatMap(each ->
                        each instanceof Validated.Refused<Delivery>(Problem problem)
                                        && problem.isTemporary()
                                ? Stream.of(problem)
                                : Stream.empty())
                .findFirst();
    }

    private static Instant at(JsonNode delivery) {
        return Instant.parse(delivery.path("created_at").asString(""));
    }

    private static String recovered(JsonNode delivery) {
        return DeliveryIds.derived(IdKind.DLV, delivery.path("id").asString(""), "recovered");
    }

    private static ApiResponse recovery(
            JsonNode webhook, List<Validated<Delivery>> sent, @Nullable String cursor) {
        long recovered = sent.stream().filter(Validated.Valid.class::isInstance).count();
        ObjectNode body = Json.object().put("object", "webhook_recovery");
        body.put("webhook_id", webhook.path("id").asString(""));
        body.put("recovered", recovered);
        body.put("skipped", sent.size() - recovered);
        body.put("has_more", cursor != null);
        body.put("next_cursor", cursor);
        return ApiResponse.json(202, body);
    }
}
