package io.postrider.webhooks.api;

import io.postrider.domain.webhooks.WebhookCommand.CreateWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DeleteWebhook;
import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.EnableWebhook;
import io.postrider.domain.webhooks.WebhookCommand.RotateWebhookSecret;
import io.postrider.domain.webhooks.WebhookCommand.UpdateWebhook;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookPatch;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.platform.reads.QueryNames;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.ResourceLimit;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.OwnScopes;
import io.postrider.webhooks.endpoints.EndpointSecrets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** The operations on webhook endpoints. */
final class WebhookRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/webhooks";

    private static final String BY_CALLER = "by_caller";

    private final ResourceApi<WebhookEndpoint> api;
    private final WebhookFields fields;
    private final WebhookReplica table;
    private final ResourceLimit bound;
    private final EndpointSecrets secrets;
    private final SecureRandom random;

    WebhookRoutes(
            ResourceApi<WebhookEndpoint> api,
            WebhookFields fields,
            WebhookReplica table,
            ResourceLimit bound,
            EndpointSecrets secrets,
            SecureRandom random) {
        this.api = api;
        this.fields = fields;
        this.table = table;
        this.bound = bound;
        this.secrets = secrets;
        this.random = random;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(
                        request ->
                                fields.create(request.fields())
                                        .then(draft ->
                                                within(request, draft.patch(), List.of())
                                                        .then(patch ->
                                                                Validated.valid(
                                                                        draft.with(patch)))),
                        bound,
                        this::creation),
                ApiRoute.put(PATH + "/by-external-id/{external_id}")
                        .scope(api.writeScope())
                        .to(this::put),
                api.list(QueryNames.WEBHOOKS),
                api.get(QueryNames.WEBHOOK),
                api.updateBy(this::patch, this::update),
                api.delete(DeleteWebhook::new),
                api.actionBy(
                        "enable", request -> request.fields().checked(() -> request), this::enable),
                api.actionBy(
                        "rotate-secret",
                        request -> fields.rotation(request.fields()),
                        this::rotate),
                api.action("disable", workspace -> new DisableWebhook(workspace, BY_CALLER)));
    }

    /** Whatever is changed, the webhook goes on for all of its types: another URL receives them too. */
    private Validated<WebhookPatch> patch(ApiRequest request) {
        return fields.update(request.fields())
                .then(patch ->
                        within(
                                request,
                                patch,
                                table.find(request.workspace(), request.variable("id"))
                                        .map(WebhookEndpoint::eventTypes)
                                        .orElse(List.of())));
    }

    /** The webhook becomes the one of the body; one that does not exist is created. */
    private Mono<ApiResponse> put(ApiRequest request) {
        String name = request.variable("external_id");
        if (name.length() > WebhookFields.EXTERNAL_ID_LENGTH_MAX) {
            return Mono.just(Problem.notFound());
        }
        String id = api.idOf(request.workspace(), name);
        return fields.replacement(request.fields(), name)
                .then(patch -> within(request, patch, List.of()))
                .answer(patch -> put(request, id, patch));
    }

    private Mono<ApiResponse> put(ApiRequest request, String id, WebhookPatch patch) {
        String workspace = request.workspace();
        return secrets.seal(workspace, id, table.find(workspace, id), patch)
                .map(sealed ->
                        api.put(
                                request,
                                id,
                                new UpdateWebhook(workspace, sealed),
                                () -> created(request, id, patch)))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> created(ApiRequest request, String id, WebhookPatch patch) {
        return api.<WebhookFields.Draft>under(id, bound, this::creation)
                .of(request, new WebhookFields.Draft(patch, Optional.empty()), Optional.empty());
    }

    private static Validated<WebhookPatch> within(
            ApiRequest request, WebhookPatch patch, List<String> known) {
        List<String> types = patch.changed().contains("event_types") ? patch.eventTypes() : known;
        return OwnScopes.subscribing(request.principal(), types)
                .<Validated<WebhookPatch>>map(Validated::refused)
                .orElseGet(() ->
                        Validated.valid(
                                patch.savedBy(
                                        request.principal().id(),
                                        request.principal().reader().scopes())));
    }

    private Validated<Creation> creation(
            ApiRequest request, WebhookFields.Draft draft, String id, Instant now) {
        String workspace = request.workspace();
        WebhookSecret secret = draft.secret().orElseGet(() -> WebhookSecret.generate(random));
        return secrets.seal(workspace, id, secret)
                .flatMap(sealed ->
                        secrets.newKey(workspace, id)
                                .map(key -> WebhookEndpoint.blank(id, workspace, sealed, key, now)))
                .flatMap(blank ->
                        secrets.seal(workspace, id, Optional.empty(), draft.patch())
                                .map(sealed ->
                                        Creation.of(
                                                new CreateWebhook(sealed.applyTo(blank, now)),
                                                secret.reveal())))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> update(ResourceCall<WebhookPatch> call) {
        String workspace = call.workspace();
        String id = call.target().id();
        return secrets.seal(workspace, id, table.find(workspace, id), call.body())
                .map(patch -> api.send(call, new UpdateWebhook(workspace, patch)).map(api::shown))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> rotate(ResourceCall<WebhookFields.Rotation> call) {
        WebhookSecret secret = call.body().secret().orElseGet(() -> WebhookSecret.generate(random));
        Instant oldUntil = api.node().mint().now().plus(call.body().overlap());
        String workspace = call.workspace();
        String id = call.target().id();
        return secrets.seal(workspace, id, secret)
                .flatMap(sealed ->
                        secrets.newKey(workspace, id)
                                .map(key ->
                                        new RotateWebhookSecret(workspace, sealed, key, oldUntil)))
                .map(command ->
                        api.send(call, command)
                                .map(written ->
                                        api.shownWith(written, Creation.secret(secret.reveal()))))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    /** It goes on with the scopes that it was saved with. */
    private Mono<ApiResponse> enable(ResourceCall<ApiRequest> call) {
        List<String> scopes = table.receivingScopes(call.workspace(), call.target().id());
        return OwnScopes.objection(call.request().principal(), scopes)
                .<Mono<ApiResponse>>map(Mono::just)
                .orElseGet(
                        () -> api.send(call, new EnableWebhook(call.workspace())).map(api::shown));
    }
}
