package io.postrider.webhooks.api;

import io.postrider.contract.EventCatalogue;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.OwnScopes;
import io.postrider.webhooks.api.DeliveryWriter.Asked;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operation that sends an example to a webhook and answers what the receiver said. */
final class TestRoutes implements ApiRoutes {

    /** An attempt takes no longer, and the request waits for its end. */
    private static final Duration TEST_WAIT = Duration.ofSeconds(20);

    private static final Duration TEST_PAUSE = Duration.ofMillis(100);

    private final Queries queries;
    private final Writes writes;
    private final IdGenerator mint;
    private final DeliveryWriter deliveries;
    private final EventCatalogue events;

    TestRoutes(
            Queries queries,
            Writes writes,
            IdGenerator mint,
            DeliveryWriter deliveries,
            EventCatalogue events) {
        this.queries = queries;
        this.writes = writes;
        this.mint = mint;
        this.deliveries = deliveries;
        this.events = events;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.action(RepairRoutes.WEBHOOK + "/test")
                        .scope(RepairRoutes.SCOPE)
                        .to(request ->
                                request.id(IdKind.WHK)
                                        .answer(id ->
                                                tested(request.fields())
                                                        .answer(type -> test(request, id, type)))));
    }

    private static Validated<Optional<String>> tested(BodyReader fields) {
        Optional<String> type = fields.text("event_type", TextRule.line(1, 100));
        return fields.checked(() -> type);
    }

    private Mono<ApiResponse> test(ApiRequest request, String id, Optional<String> wanted) {
        return writes.once(
                request,
                idempotency ->
                        deliveries
                                .webhook(request, id)
                                .flatMap(found ->
                                        found.answer(webhook ->
                                                example(request, webhook, wanted)
                                                        .answer(example ->
                                                                test(
                                                                        request,
                                                                        new Asked(
                                                                                deliveries.id(
                                                                                        IdKind.WHK,
                                                                                        id,
                                                                                        idempotency),
                                                                                webhook,
                                                                                example,
                                                                                true,
                                                                                mint.now())))))
                                .toFuture());
    }

    /** The example of the type that is asked for, else of the first one that the webhook is for, under an id of its own. */
    private Validated<ObjectNode> example(
            ApiRequest request, JsonNode webhook, Optional<String> wanted) {
        if (!webhook.path("enabled").asBoolean(false)) {
            return Validated.refused(
                    Problem.of(409, "webhook_disabled", "The webhook is disabled."));
        }
        List<String> patterns =
                webhook.path("event_types").valueStream().map(node -> node.asString("")).toList();
        Optional<EventCatalogue.Entry> entry =
                events.entries().stream()
                        .filter(each ->
                                wanted.map(each.type()::equals)
                                        .orElseGet(() ->
                                                EventTypePattern.anyMatches(patterns, each.type())))
                        .findFirst();
        if (entry.isEmpty()) {
            return Validated.refused(
                    new FieldError(
                            "/event_type",
                            "invalid_event_type",
                            "Expected a type of GET /api/v1/event-types."));
        }
        Optional<Problem> beyond =
                OwnScopes.subscribing(request.principal(), List.of(entry.get().type()));
        ObjectNode example = entry.get().example();
        example.put("id", mint.freshId(IdKind.EVT));
        example.put("timestamp", Json.time(mint.now()));
        example.put("workspace", request.workspace());
        return beyond.map(Validated::<ObjectNode>refused).orElseGet(() -> Validated.valid(example));
    }

    private Mono<ApiResponse> test(ApiRequest request, Asked asked) {
        return deliveries
                .append(request, asked)
                .flatMap(appended ->
                        appended.answer(delivery ->
                                attempt(request, delivery.id())
                                        .map(attempt -> tested(delivery, attempt))
                                        .defaultIfEmpty(tested(delivery, null))));
    }

    private static ApiResponse tested(Delivery delivery, @Nullable JsonNode attempt) {
        ObjectNode body = Json.object().put("object", "webhook_test");
        body.put("delivery_id", delivery.id());
        body.put("event_type", delivery.eventType());
        body.set("attempt", attempt);
        return ApiResponse.ok(body);
    }

    /** The first attempt, once it has ended; empty where that takes too long. */
    private Mono<JsonNode> attempt(ApiRequest request, String delivery) {
        return Mono.defer(() ->
                        queries.foundNow(
                                request, QueryNames.ATTEMPTS, Map.of("id", delivery, "limit", "1")))
                .flatMap(found ->
                        found instanceof Validated.Valid<QueryResult.Found>(var page)
                                ? Mono.justOrEmpty(
                                        page.body().path("data").valueStream().findFirst())
                                : Mono.empty())
                .repeatWhenEmpty(reads -> reads.delayElements(TEST_PAUSE))
                .timeout(TEST_WAIT, Mono.empty());
    }
}
