package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Checked;
import io.postrider.api.http.OwnPages;
import io.postrider.api.http.OwnReads;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Target;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.models.ModelEvent;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.ConnectionJson;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on connections to providers. */
final class ConnectionRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/model-connections";
    private static final String READ = "models:read";
    private static final String WRITE = "models:write";
    private static final OwnPages<Known<ModelConnection>> PAGES =
            new OwnPages<>(
                    "model-connections",
                    known -> known.value().id(),
                    known -> ConnectionJson.of(known.value(), known.version()));

    private final ConnectionFields fields;
    private final ConnectionWrites changes;
    private final Queries queries;
    private final OwnReads reads;
    private final ModelTable table;

    ConnectionRoutes(
            ConnectionFields fields,
            ConnectionWrites changes,
            Queries queries,
            OwnReads reads,
            ModelTable table) {
        this.fields = fields;
        this.changes = changes;
        this.queries = queries;
        this.reads = reads;
        this.table = table;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).scope(WRITE).to(this::create),
                ApiRoute.get(PATH).scope(READ).taking("limit", "cursor").to(this::list),
                ApiRoute.get(PATH + "/{id}").scope(READ).to(this::one),
                ApiRoute.patch(PATH + "/{id}").scope(WRITE).to(this::edit),
                ApiRoute.delete(PATH + "/{id}").scope(WRITE).to(this::delete));
    }

    private Mono<Answer> create(ApiRequest request) {
        return fields.create(request.fields())
                .answer(patch -> changes.create(request, patch, ConnectionRoutes::created));
    }

    private static Answer created(Written written) {
        return written.answer(holds -> holds.made(json(holds), PATH));
    }

    private Mono<Answer> list(ApiRequest request) {
        return reads.after(
                request,
                Context.MODELS,
                () ->
                        PAGES.of(
                                        request,
                                        request.workspace(),
                                        table.connections(request.workspace()))
                                .answer(page -> Mono.just(queries.listed(request, page))));
    }

    private Mono<Answer> one(ApiRequest request) {
        return request.id(IdKind.CON)
                .answer(id ->
                        reads.after(request, Context.MODELS, () -> Mono.just(shown(request, id))));
    }

    private Answer shown(ApiRequest request, String id) {
        return table.connection(request.workspace(), id)
                .map(known ->
                        queries.versioned(
                                request,
                                ConnectionJson.of(known.value(), known.version()),
                                known.version()))
                .orElseGet(Problem::notFound);
    }

    private static Checked<Target> target(ApiRequest request) {
        return Target.of(request, IdKind.CON);
    }

    private Mono<Answer> edit(ApiRequest request) {
        return target(request)
                .answer(target ->
                        fields.update(request.fields())
                                .answer(patch ->
                                        changes.update(
                                                request,
                                                target.id(),
                                                patch,
                                                target.expectedVersion(),
                                                ConnectionRoutes::changed)));
    }

    private static Answer changed(Written written) {
        return written.answer(holds -> holds.showing(Answer.ok(json(holds))));
    }

    private Mono<Answer> delete(ApiRequest request) {
        return target(request)
                .answer(target ->
                        changes.delete(
                                request,
                                target.id(),
                                target.expectedVersion(),
                                written -> written.answer(holds -> holds.on(Answer.empty(204)))));
    }

    private static ObjectNode json(Written.Holds holds) {
        if (holds.event().payload() instanceof ModelEvent.OfConnection change) {
            return ConnectionJson.of(change.connection(), holds.version());
        }
        throw new IllegalStateException("not about a connection: " + holds.event().header().type());
    }
}
