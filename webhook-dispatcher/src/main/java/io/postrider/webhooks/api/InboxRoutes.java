package io.postrider.webhooks.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.QueryNames;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations of a consumer that pulls the deliveries of a webhook: read the oldest ones that have not ended, and end them. */
final class InboxRoutes implements ApiRoutes {

    private static final String PATH = RepairRoutes.WEBHOOK + "/inbox";
    private static final String READ_SCOPE = "webhooks:read";

    /** Deliveries of one acknowledgement. */
    private static final int ACKNOWLEDGED_MAX = 100;

    private static final TextRule ID = TextRule.line(1, 40);

    /** A webhook that was created again receives nothing from before its deletion, whether pushed or pulled. */
    private static final Duration CLOCK_SKEW_MAX = Duration.ofSeconds(10);

    private final Queries queries;
    private final Writes writes;
    private final DeliveryWriter deliveries;
    private final InboxEvents events;
    private final Acknowledgements acknowledgements;

    InboxRoutes(
            Queries queries,
            Writes writes,
            DeliveryWriter deliveries,
            InboxEvents events,
            Acknowledgements acknowledgements) {
        this.queries = queries;
        this.writes = writes;
        this.deliveries = deliveries;
        this.events = events;
        this.acknowledgements = acknowledgements;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(PATH)
                        .scope(READ_SCOPE)
                        .taking("limit", "cursor")
                        .to(request -> request.id(IdKind.WHK).answer(id -> read(request, id))),
                ApiRoute.post(PATH + "/ack")
                        .scope(RepairRoutes.SCOPE)
                        .to(request ->
                                request.id(IdKind.WHK)
                                        .answer(id ->
                                                named(request.fields())
                                                        .answer(ids ->
                                                                acknowledge(request, id, ids)))));
    }

    private Mono<ApiResponse> read(ApiRequest request, String id) {
        return deliveries
                .webhook(request, id)
                .flatMap(found -> found.answer(webhook -> read(request, id, webhook)));
    }

    private Mono<ApiResponse> read(ApiRequest request, String id, JsonNode webhook) {
        Instant created = Instant.parse(webhook.path("created_at").asString(""));
        Map<String, String> asked =
                Map.of("webhook_id", id, "since", created.minus(CLOCK_SKEW_MAX).toString());
        return queries.page(request, QueryNames.WEBHOOK_INBOX, asked)
                .flatMap(found -> found.answer(page -> withEvents(request, webhook, page)));
    }

    private Mono<ApiResponse> withEvents(ApiRequest request, JsonNode webhook, ObjectNode page) {
        return events.of(request, webhook, page.path("data").valueStream().toList())
                .flatMap(read ->
                        read.answer(entries -> {
                            ArrayNode data = page.putArray("data");
                            entries.forEach(data::add);
                            return Mono.just(queries.listed(request, page));
                        }));
    }

    private static Validated<List<String>> named(BodyReader fields) {
        fields.require("delivery_ids");
        List<String> ids = fields.texts("delivery_ids", ACKNOWLEDGED_MAX, ID);
        if (fields.isEmptyList("delivery_ids")) {
            fields.fault(
                    new FieldError("/delivery_ids", "invalid_value", "Expected 1 to 100 IDs."));
        }
        for (int i = 0; i < ids.size(); i++) {
            if (!Id.isA(IdKind.DLV, ids.get(i))) {
                fields.fault(
                        new FieldError(
                                "/delivery_ids/" + i,
                                "invalid_value",
                                "Expected the ID of a delivery."));
            }
        }
        return fields.checked(() -> List.copyOf(new LinkedHashSet<>(ids)));
    }

    private Mono<ApiResponse> acknowledge(ApiRequest request, String id, List<String> ids) {
        return writes.once(
                request,
                _ ->
                        deliveries
                                .webhook(request, id)
                                .flatMap(found ->
                                        found.answer(_ -> acknowledgements.of(request, id, ids)))
                                .toFuture());
    }
}
