package io.postrider.webhooks.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.QueryNames;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.IdParameters;
import io.postrider.web.route.TimeParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/** The lists of what was sent to webhook endpoints, and how that went. */
final class DeliveryRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/deliveries";
    private static final String SCOPE = "webhooks:read";

    private final Queries queries;

    DeliveryRoutes(Queries queries) {
        this.queries = queries;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(WebhookRoutes.PATH + "/{id}/deliveries")
                        .scope(SCOPE)
                        .taking("limit", "cursor", "state", "event_id")
                        .to(this::ofWebhook),
                ApiRoute.get(PATH)
                        .scope(SCOPE)
                        .taking("limit", "cursor", "state", "event_id", "webhook_id")
                        .to(this::list),
                ApiRoute.get(WebhookRoutes.PATH + "/stats")
                        .scope(SCOPE)
                        .taking("group_by", "from", "to")
                        .to(this::statistics),
                ApiRoute.get(PATH + "/{id}").scope(SCOPE).to(this::one),
                ApiRoute.get(PATH + "/{id}/attempts")
                        .scope(SCOPE)
                        .taking("limit", "cursor")
                        .to(this::attempts));
    }

    private Mono<ApiResponse> ofWebhook(ApiRequest request) {
        return request.id(IdKind.WHK)
                .then(id ->
                        IdParameters.checked(request, "event_id", IdKind.EVT)
                                .then(checked -> Validated.valid(id)))
                .answer(id ->
                        queries.list(request, QueryNames.DELIVERIES, Map.of("webhook_id", id)));
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        return IdParameters.checked(request, "event_id", IdKind.EVT)
                .then(checked -> IdParameters.checked(checked, "webhook_id", IdKind.WHK))
                .answer(checked -> queries.list(request, QueryNames.DELIVERIES, Map.of()));
    }

    private Mono<ApiResponse> statistics(ApiRequest request) {
        return TimeParameters.of(request, "from", "to")
                .answer(times -> {
                    Map<String, String> asked = new LinkedHashMap<>(times);
                    request.parameter("group_by").ifPresent(by -> asked.put("group_by", by));
                    return queries.resource(request, QueryNames.WEBHOOK_STATS, asked);
                });
    }

    private Mono<ApiResponse> one(ApiRequest request) {
        return request.id(IdKind.DLV)
                .answer(id -> queries.resource(request, QueryNames.DELIVERY, Map.of("id", id)));
    }

    private Mono<ApiResponse> attempts(ApiRequest request) {
        return request.id(IdKind.DLV)
                .answer(id -> queries.list(request, QueryNames.ATTEMPTS, Map.of("id", id)));
    }
}
