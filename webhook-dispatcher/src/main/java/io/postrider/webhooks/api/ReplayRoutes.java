package io.postrider.webhooks.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.expressions.EvaluationException;
import io.postrider.platform.reads.QueryNames;
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
import io.postrider.webhooks.endpoints.Subscription;
import io.postrider.webhooks.fanout.DeliveryIds;
import io.postrider.webhooks.fanout.Expressions;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operation that sends a webhook the events that it has no delivery of. */
final class ReplayRoutes implements ApiRoutes {

    /** Events of one call; a cursor leads to the next ones. */
    private static final int EVENTS_MAX = 100;

    private static final int CONCURRENT = 8;

    private final Queries queries;
    private final Writes writes;
    private final IdGenerator mint;
    private final DeliveryWriter deliveries;
    private final Expressions expressions;

    ReplayRoutes(
            Queries queries,
            Writes writes,
            IdGenerator mint,
            DeliveryWriter deliveries,
            Expressions expressions) {
        this.queries = queries;
        this.writes = writes;
        this.mint = mint;
        this.deliveries = deliveries;
        this.expressions = expressions;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(RepairRoutes.WEBHOOK + "/replay-missing")
                        .scope(RepairRoutes.SCOPE)
                        .to(request ->
                                request.id(IdKind.WHK)
                                        .answer(id ->
                                                Span.read(request.fields())
                                                        .answer(span ->
                                                                replay(request, id, span)))));
    }

    /** A call can be repeated: the delivery of an event has the id that the fan-out gives it. */
    private Mono<ApiResponse> replay(ApiRequest request, String id, Span span) {
        return writes.once(
                request,
                _ ->
                        deliveries
                                .webhook(request, id)
                                .flatMap(found ->
                                        found.answer(webhook -> replay(request, webhook, span)))
                                .toFuture());
    }

    private Mono<ApiResponse> replay(ApiRequest request, JsonNode webhook, Span span) {
        Subscription subscription = ShownWebhooks.subscription(webhook);
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("types", String.join(",", subscription.endpoint().eventTypes()));
        asked.put("limit", Integer.toString(EVENTS_MAX));
        span.cursor().ifPresent(cursor -> asked.put("cursor", cursor));
        return queries.found(request, QueryNames.EVENTS, asked)
                .flatMap(found ->
                        found.answer(
                                page -> replay(request, webhook, subscription, span, page.body())));
    }

    private Mono<ApiResponse> replay(
            ApiRequest request,
            JsonNode webhook,
            Subscription subscription,
            Span span,
            ObjectNode page) {
        List<ObjectNode> events =
                page.path("data")
                        .valueStream()
                        .map(event -> DeliveryWriter.delivered((ObjectNode) event))
                        .toList();
        @Nullable String cursor =
                isOver(span, events) ? null : page.path("next_cursor").stringValue(null);
        return Flux.fromIterable(events)
                .filter(event -> span.holds(at(event)))
                .flatMap(event -> replay(request, webhook, subscription, event), CONCURRENT)
                .collectList()
                .flatMap(results ->
                        Validated.all(results)
                                .answer(replayed ->
                                        Mono.just(replayed(webhook, replayed, cursor))));
    }

    /** The log is in the order of acceptance, and a click can be accepted late: one that is old says nothing of the next ones. */
    static boolean isOver(Span span, List<ObjectNode> newestFirst) {
        return !newestFirst.isEmpty()
                && newestFirst.stream().allMatch(event -> span.isBehind(at(event)));
    }

    private static Instant at(ObjectNode event) {
        return Instant.parse(event.path("timestamp").asString(""));
    }

    private enum Result {
        REPLAYED,
        /** It cannot be sent. */
        SKIPPED,
        /** It is not for the webhook, or has a delivery. */
        NOT_MISSING
    }

    private Mono<Validated<Result>> replay(
            ApiRequest request, JsonNode webhook, Subscription subscription, ObjectNode event) {
        return Mono.fromSupplier(() -> matched(subscription, event))
                // A filter may take its time.
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(result ->
                        result == Result.REPLAYED
                                ? replay(request, webhook, event)
                                : Mono.just(Validated.valid(result)));
    }

    private Result matched(Subscription subscription, ObjectNode event) {
        try {
            return expressions.matches(subscription, event) ? Result.REPLAYED : Result.NOT_MISSING;
        } catch (EvaluationException _) {
            return Result.SKIPPED;
        }
    }

    private Mono<Validated<Result>> replay(ApiRequest request, JsonNode webhook, ObjectNode event) {
        String id = DeliveryIds.of(event.path("id").asString(""), webhook.path("id").asString(""));
        return deliveries
                .found(request, QueryNames.DELIVERY, id)
                .flatMap(known ->
                        switch (known) {
                            case Validated.Valid<JsonNode> _ ->
                                    Mono.just(Validated.valid(Result.NOT_MISSING));
                            case Validated.Refused<JsonNode>(Problem problem) ->
                                    problem.status() == 404
                                            ? send(
                                                    request,
                                                    new Asked(
                                                            id, webhook, event, false, mint.now()))
                                            : Mono.just(Validated.refused(problem));
                        });
    }

    /** An event that the webhook cannot take is skipped; a temporary problem ends the call, which can be repeated. */
    private Mono<Validated<Result>> send(ApiRequest request, Asked asked) {
        return deliveries
                .append(request, asked)
                .map(sent ->
                        switch (sent) {
                            case Validated.Valid<?> _ -> Validated.valid(Result.REPLAYED);
                            case Validated.Refused<?>(Problem problem) ->
                                    problem.isTemporary()
                                            ? Validated.refused(problem)
                                            : Validated.valid(Result.SKIPPED);
                        });
    }

    private static ApiResponse replayed(
            JsonNode webhook, List<Result> results, @Nullable String cursor) {
        ObjectNode body = Json.object().put("object", "webhook_replay");
        body.put("webhook_id", webhook.path("id").asString(""));
        body.put("replayed", Collections.frequency(results, Result.REPLAYED));
        body.put("skipped", Collections.frequency(results, Result.SKIPPED));
        body.put("has_more", cursor != null);
        body.put("next_cursor", cursor);
        return ApiResponse.json(202, body);
    }
}
