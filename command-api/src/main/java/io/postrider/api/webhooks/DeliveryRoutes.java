package io.postrider.api.webhooks;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Checked;
import io.postrider.api.http.IdParameters;
import io.postrider.api.http.Queries;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.Questions;
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
                ApiRoute.get(PATH + "/{id}").scope(SCOPE).to(this::one),
                ApiRoute.get(PATH + "/{id}/attempts")
                        .scope(SCOPE)
                        .taking("limit", "cursor")
                        .to(this::attempts));
    }

    private Mono<Answer> ofWebhook(ApiRequest request) {
        return request.id(IdKind.WHK)
                .then(id ->
                        IdParameters.checked(request, "event_id", IdKind.EVT)
                                .then(checked -> Checked.valid(id)))
                .answer(id ->
                        queries.list(request, Questions.DELIVERIES, Map.of("webhook_id", id)));
    }

    private Mono<Answer> list(ApiRequest request) {
        return IdParameters.checked(request, "event_id", IdKind.EVT)
                .then(checked -> IdParameters.checked(checked, "webhook_id", IdKind.WHK))
                .answer(checked -> queries.list(request, Questions.DELIVERIES, Map.of()));
    }

    private Mono<Answer> one(ApiRequest request) {
        return request.id(IdKind.DLV)
                .answer(id -> queries.resource(request, Questions.DELIVERY, Map.of("id", id)));
    }

    private Mono<Answer> attempts(ApiRequest request) {
        return request.id(IdKind.DLV)
                .answer(id -> queries.list(request, Questions.ATTEMPTS, Map.of("id", id)));
    }
}
