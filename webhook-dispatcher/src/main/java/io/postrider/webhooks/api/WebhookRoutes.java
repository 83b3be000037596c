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
import io.postrider.platform.secrets.SecretBox;
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
    private final SecretBox box;
    private final SecureRandom random;

    WebhookRoutes(
            ResourceApi<WebhookEndpoint> api,
            WebhookFields fields,
            WebhookReplica table,
            ResourceLimit bound,
            SecretBox box,
            SecureRandom random) {
        this.api = api;
        this.fields = fields;
        this.table = table;
        this.bound = bound;
        this.box = box;
        this.random = random;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(
                        request ->
                                fields.create(request.fields())
                                        .then(patch -> within(request, patch, List.of())),
                        bound,
                        this::creation),
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
                                table.eventTypes(request.workspace(), request.variable("id"))));
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
            ApiRequest request, WebhookPatch patch, String id, Instant now) {
        String workspace = request.workspace();
        String secret = WebhookSecret.generate(random).reveal();
        return sealed(workspace, id, secret)
                .map(sealed -> WebhookEndpoint.blank(id, workspace, sealed, now))
                .flatMap(blank ->
                        sealed(workspace, id, patch)
                                .map(sealed ->
                                        Creation.of(
                                                new CreateWebhook(sealed.applyTo(blank, now)),
                                                secret)))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> update(ResourceCall<WebhookPatch> call) {
        String workspace = call.workspace();
        return sealed(workspace, call.target().id(), call.body())
                .map(patch -> api.send(call, new UpdateWebhook(workspace, patch)).map(api::shown))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> rotate(ResourceCall<WebhookFields.Rotation> call) {
        String secret =
                call.body().secret().orElseGet(() -> WebhookSecret.generate(random)).reveal();
        Instant oldUntil = api.node().mint().now().plus(call.body().overlap());
        return sealed(call.workspace(), call.target().id(), secret)
                .map(sealed ->
                        api.send(call, new RotateWebhookSecret(call.workspace(), sealed, oldUntil))
                                .map(written -> api.shownWith(written, Creation.secret(secret))))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private Optional<String> sealed(String workspace, String id, String secret) {
        return box.seal(workspace, id + "/secret", secret);
    }

    /** It goes on with the scopes that it was saved with. */
    private Mono<ApiResponse> enable(ResourceCall<ApiRequest> call) {
        List<String> scopes = table.receivingScopes(call.workspace(), call.target().id());
        return OwnScopes.objection(call.request().principal(), scopes)
                .<Mono<ApiResponse>>map(Mono::just)
                .orElseGet(
                        () -> api.send(call, new EnableWebhook(call.workspace())).map(api::shown));
    }

    private Optional<WebhookPatch> sealed(String workspace, String id, WebhookPatch patch) {
        String url = patch.url();
        return url == null
                ? Optional.of(patch)
                : box.seal(workspace, WebhookEndpoint.urlPurpose(id), url).map(patch::withUrl);
    }
}
