package io.postrider.webhooks.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.QueryNames;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.webhooks.fanout.DeliveryIds;
import io.postrider.webhooks.fanout.Expressions;
import io.postrider.webhooks.fanout.WebhookExplanation;
import java.time.Instant;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operation that says why an event was delivered to a webhook, or was not. */
final class ExplainRoutes implements ApiRoutes {

    private static final TextRule ID = TextRule.line(1, 40);

    private final Writes writes;
    private final IdGenerator mint;
    private final DeliveryWriter deliveries;
    private final Expressions expressions;

    ExplainRoutes(
            Writes writes, IdGenerator mint, DeliveryWriter deliveries, Expressions expressions) {
        this.writes = writes;
        this.mint = mint;
        this.deliveries = deliveries;
        this.expressions = expressions;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(RepairRoutes.WEBHOOK + "/explain")
                        .scope(RepairRoutes.SCOPE)
                        .to(request ->
                                request.id(IdKind.WHK)
                                        .answer(id ->
                                                named(request.fields())
                                                        .answer(event ->
                                                                explain(request, id, event)))));
    }

    private static Validated<String> named(BodyReader fields) {
        String event = fields.requiredText("event_id", ID);
        if (!event.isEmpty() && !Id.isA(IdKind.EVT, event)) {
            fields.fault(
                    new FieldError("/event_id", "invalid_value", "Expected the ID of an event."));
        }
        return fields.checked(() -> event);
    }

    private Mono<ApiResponse> explain(ApiRequest request, String id, String eventId) {
        return writes.once(
                request,
                _ ->
                        deliveries
                                .webhook(request, id)
                                .flatMap(found ->
                                        found.answer(webhook -> explain(request, webhook, eventId)))
                                .toFuture());
    }

    private Mono<ApiResponse> explain(ApiRequest request, JsonNode webhook, String eventId) {
        Instant since = Id.madeAt(eventId).orElse(Instant.EPOCH);
        return deliveries
                .event(request, eventId, since, mint.now())
                .flatMap(found -> found.answer(event -> explain(request, webhook, event)));
    }

    private Mono<ApiResponse> explain(ApiRequest request, JsonNode webhook, ObjectNode event) {
        String delivery =
                DeliveryIds.of(event.path("id").asString(""), webhook.path("id").asString(""));
        return Mono.fromSupplier(() ->
                        WebhookExplanation.of(
                                ShownWebhooks.subscription(webhook), event, expressions))
                // Expressions may take their time.
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(explanation ->
                        deliveries
                                .found(request, QueryNames.DELIVERY, delivery)
                                .map(found -> with(explanation, found)));
    }

    private static ApiResponse with(ObjectNode explanation, Validated<JsonNode> delivery) {
        return switch (delivery) {
            case Validated.Valid<JsonNode>(JsonNode shown) ->
                    ApiResponse.ok(explanation.set("delivery", shown));
            case Validated.Refused<JsonNode>(Problem problem) ->
                    problem.status() == 404
                            ? ApiResponse.ok(explanation.putNull("delivery"))
                            : problem;
        };
    }
}
