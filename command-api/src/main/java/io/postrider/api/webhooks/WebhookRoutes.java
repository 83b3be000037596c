package io.postrider.api.webhooks;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Change;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Target;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookPatch;
import io.postrider.runtime.egress.WebhookSecret;
import io.postrider.runtime.reads.Questions;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.WebhookJson;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on webhook endpoints. */
final class WebhookRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/webhooks";

    private static final String BY_CALLER = "by_caller";

    private final WebhookFields fields;
    private final WebhookWrites changes;
    private final Writes writes;
    private final Queries queries;
    private final RecentWebhooks recent;

    WebhookRoutes(
            WebhookFields fields,
            WebhookWrites changes,
            Writes writes,
            Queries queries,
            RecentWebhooks recent) {
        this.fields = fields;
        this.changes = changes;
        this.writes = writes;
        this.queries = queries;
        this.recent = recent;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).scope("webhooks:write").to(this::create),
                ApiRoute.get(PATH).scope("webhooks:read").taking("limit", "cursor").to(this::list),
                ApiRoute.get(PATH + "/{id}").scope("webhooks:read").to(this::one),
                ApiRoute.patch(PATH + "/{id}").scope("webhooks:write").to(this::edit),
                ApiRoute.delete(PATH + "/{id}").scope("webhooks:write").to(this::delete),
                ApiRoute.action(PATH + "/{id}/enable").scope("webhooks:write").to(this::enable),
                ApiRoute.action(PATH + "/{id}/disable").scope("webhooks:write").to(this::disable));
    }

    private Mono<Answer> create(ApiRequest request) {
        return fields.create(request.fields())
                .answer(draft -> changes.create(request, draft, WebhookRoutes::created));
    }

    private static Answer created(Written written, WebhookSecret secret) {
        return written.answer(holds ->
                holds.made(holds.withSecret(json(holds), secret.reveal()), PATH).showingSecret());
    }

    private Mono<Answer> list(ApiRequest request) {
        return queries.list(request, Questions.WEBHOOKS, Map.of());
    }

    private Mono<Answer> one(ApiRequest request) {
        return request.id(IdKind.WHK)
                .answer(id ->
                        queries.newest(
                                request,
                                Questions.WEBHOOK,
                                id,
                                () -> recent.own(request.workspace(), id)));
    }

    private Mono<Answer> edit(ApiRequest request) {
        return target(request)
                .then(target ->
                        fields.update(request.fields())
                                .then(wanted -> Checked.valid(new Edit(target, wanted))))
                .answer(edit ->
                        changes.update(
                                        request,
                                        edit.target().id(),
                                        edit.wanted(),
                                        edit.target().expectedVersion())
                                .map(WebhookRoutes::shown));
    }

    /** What is to be changed of which endpoint. */
    private record Edit(Target target, WebhookPatch wanted) {}

    private static Checked<Target> target(ApiRequest request) {
        return Target.of(request, IdKind.WHK);
    }

    private Mono<Answer> delete(ApiRequest request) {
        return target(request)
                .answer(target ->
                        act(
                                request,
                                target,
                                new WebhookCommand.DeleteWebhook(request.workspace()),
                                WebhookRoutes::gone));
    }

    private Mono<Answer> enable(ApiRequest request) {
        return switched(request, new WebhookCommand.EnableWebhook(request.workspace()));
    }

    private Mono<Answer> disable(ApiRequest request) {
        return switched(request, new WebhookCommand.DisableWebhook(request.workspace(), BY_CALLER));
    }

    private <C extends Record & WebhookCommand> Mono<Answer> switched(
            ApiRequest request, C command) {
        return request.fields()
                .checked(() -> request)
                .then(WebhookRoutes::target)
                .answer(target -> act(request, target, command, WebhookRoutes::shown));
    }

    private Mono<Answer> act(
            ApiRequest request, Target target, Record command, Function<Written, Answer> answer) {
        return writes.once(
                request,
                idempotency ->
                        writes.send(
                                        request,
                                        new Change(
                                                Context.WEBHOOKS,
                                                target.id(),
                                                command,
                                                target.expectedVersion(),
                                                idempotency))
                                .thenApply(answer));
    }

    private static Answer shown(Written written) {
        return written.answer(holds -> holds.showing(Answer.ok(json(holds))));
    }

    private static Answer gone(Written written) {
        return written.answer(holds -> holds.on(Answer.empty(204)));
    }

    private static ObjectNode json(Written.Holds holds) {
        if (holds.event().payload() instanceof WebhookEvent change) {
            return WebhookJson.of(change.endpoint(), holds.version());
        }
        throw new IllegalStateException("not about a webhook: " + holds.event().header().type());
    }
}
