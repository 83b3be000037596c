package io.postrider.webhooks.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.ReplayCommand.CancelReplay;
import io.postrider.domain.webhooks.ReplayCommand.CreateReplay;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.Naming;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.OwnScopes;
import io.postrider.webhooks.api.ReplayFields.Draft;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The operations on replays of deliveries. */
final class DeliveryReplayRoutes implements ApiRoutes {

    private static final String PATH = RepairRoutes.WEBHOOK + "/replays";
    private static final String VARIABLE = "replay_id";

    private final ResourceApis resources;
    private final ResourceApi<Replay> api;
    private final DeliveryWriter deliveries;
    private final ReplayReplica replays;
    private final ReplayEstimate estimate;

    DeliveryReplayRoutes(
            ResourceApis resources,
            DeliveryWriter deliveries,
            ReplayReplica replays,
            ReplayEstimate estimate) {
        this.resources = resources;
        this.api = of(PATH).named(new WithinWebhook());
        this.deliveries = deliveries;
        this.replays = replays;
        this.estimate = estimate;
    }

    private ResourceApi<Replay> of(String path) {
        return resources.of(Catalogue.REPLAY, path, "webhooks");
    }

    /** A replay has an id of its own, below the webhook that it is for. */
    private static final class WithinWebhook implements Naming {
        @Override
        public String variable() {
            return VARIABLE;
        }

        @Override
        public Validated<String> id(ApiRequest request) {
            return request.id(IdKind.WHK)
                    .then(_ -> ApiRequest.id(IdKind.RPL, request.variable(VARIABLE)));
        }

        @Override
        public Mono<Validated<String>> key(ApiRequest request, String id) {
            return Mono.just(Validated.valid(id));
        }
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH)
                        .scope(api.writeScope())
                        .to(request ->
                                request.id(IdKind.WHK)
                                        .answer(id ->
                                                ReplayFields.read(
                                                                request.fields(),
                                                                resources.mint().now())
                                                        .answer(draft ->
                                                                create(request, id, draft)))),
                ApiRoute.get(PATH)
                        .scope(api.readScope())
                        .taking("limit", "cursor")
                        .to(request -> request.id(IdKind.WHK).answer(id -> list(request, id))),
                api.get(this::one),
                api.actionBy(
                        "cancel",
                        request -> request.fields().checked(() -> request),
                        call ->
                                api.send(
                                                call,
                                                new CancelReplay(
                                                        call.workspace(),
                                                        call.request().variable("id")))
                                        .map(api::shown)));
    }

    private Mono<ApiResponse> list(ApiRequest request, String webhook) {
        return deliveries
                .webhook(request, webhook)
                .flatMap(found ->
                        found.answer(_ ->
                                resources
                                        .queries()
                                        .list(
                                                request,
                                                QueryNames.DELIVERY_REPLAYS,
                                                Map.of("webhook_id", webhook))));
    }

    private Mono<ApiResponse> one(ApiRequest request, String id) {
        return resources
                .queries()
                .found(request, QueryNames.DELIVERY_REPLAY, Map.of("id", id))
                .flatMap(found ->
                        found.answer(shown ->
                                shown.body()
                                                .path("webhook_id")
                                                .asString("")
                                                .equals(request.variable("id"))
                                        ? resources
                                                .queries()
                                                .resource(
                                                        request,
                                                        QueryNames.DELIVERY_REPLAY,
                                                        Map.of("id", id))
                                        : Mono.just(Problem.notFound())));
    }

    private Mono<ApiResponse> create(ApiRequest request, String id, Draft draft) {
        return resources
                .writes()
                .once(
                        request,
                        idempotency ->
                                deliveries
                                        .webhook(request, id)
                                        .flatMap(found ->
                                                found.then(webhook ->
                                                                received(request, webhook, draft))
                                                        .answer(checked ->
                                                                begin(
                                                                        request,
                                                                        id,
                                                                        checked,
                                                                        idempotency)))
                                        .toFuture());
    }

    /** The types must be ones that the webhook can receive and that the caller can read. */
    private static Validated<Draft> received(ApiRequest request, JsonNode webhook, Draft draft) {
        List<String> types = draft.filter().eventTypes();
        List<String> held = ShownWebhooks.subscription(webhook).endpoint().readScopes();
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            if (ReadScopes.ofPattern(types.get(i)).stream().noneMatch(held::contains)) {
                errors.add(
                        new FieldError(
                                "/filter/event_types/" + i,
                                "not_received",
                                "The webhook cannot receive events of this type."));
            }
        }
        if (!errors.isEmpty()) {
            return Validated.refused(Problem.invalid(errors));
        }
        List<String> unread = OwnScopes.unread(request.principal(), types);
        return unread.isEmpty()
                ? Validated.valid(draft)
                : OwnScopes.objection(request.principal(), unread)
                        .map(Validated::<Draft>refused)
                        .orElseGet(() -> Validated.valid(draft));
    }

    private Mono<ApiResponse> begin(
            ApiRequest request, String webhook, Draft draft, Optional<Idempotency> idempotency) {
        if (draft.isDryRun()) {
            return estimate.of(replay(request, webhook, draft, IdKind.RPL.label()));
        }
        String id = resources.mint().id(IdKind.RPL, idempotency);
        Replay replay = replay(request, webhook, draft, id);
        return of(PATH.replace("{id}", webhook))
                .<Draft>under(
                        id,
                        replays.bound(webhook),
                        (_, _, _, _) -> Creation.of(new CreateReplay(replay)))
                .of(request, draft, idempotency)
                .map(created ->
                        created instanceof ApiResponse.Reply reply ? reply.under(202) : created);
    }

    private Replay replay(ApiRequest request, String webhook, Draft draft, String id) {
        return Replay.pending(
                id,
                request.workspace(),
                webhook,
                draft.filter(),
                draft.rate(),
                request.principal().reader().text(),
                resources.mint().now());
    }
}
