package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Checked;
import io.postrider.api.http.OwnReads;
import io.postrider.api.http.Preconditions;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Target;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelCommand;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.models.ModelPatch;
import io.postrider.schemas.Context;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on models. */
final class ModelRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/models";
    private static final String READ = "models:read";
    private static final String WRITE = "models:write";

    private final ModelWrites changes;
    private final Queries queries;
    private final OwnReads reads;
    private final Catalogue catalogue;

    ModelRoutes(ModelWrites changes, Queries queries, OwnReads reads, ModelTable table) {
        this.changes = changes;
        this.queries = queries;
        this.reads = reads;
        this.catalogue = new Catalogue(table);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).scope(WRITE).to(this::create),
                ApiRoute.get(PATH).scope(READ).to(this::list),
                ApiRoute.get(PATH + "/{id}").scope(READ).to(this::one),
                ApiRoute.patch(PATH + "/{id}").scope(WRITE).to(this::edit),
                ApiRoute.delete(PATH + "/{id}").scope(WRITE).to(this::delete));
    }

    /** Somebody may just have made the connection on another node. */
    private Mono<Answer> create(ApiRequest request) {
        return ModelFields.create(request.fields())
                .answer(wanted ->
                        reads.after(
                                request,
                                Context.MODELS,
                                () -> changes.create(request, wanted, this::created)));
    }

    private Answer created(Written written) {
        return written.answer(holds -> holds.made(json(holds), PATH));
    }

    private Mono<Answer> list(ApiRequest request) {
        return reads.after(
                request,
                Context.MODELS,
                () -> Mono.just(queries.listed(request, catalogue.models(request.workspace()))));
    }

    private Mono<Answer> one(ApiRequest request) {
        return reads.after(request, Context.MODELS, () -> Mono.just(shown(request)));
    }

    private Answer shown(ApiRequest request) {
        return catalogue
                .model(request.workspace(), request.variable("id"))
                .map(known -> queries.versioned(request, known.value(), known.version()))
                .orElseGet(Problem::notFound);
    }

    private static Checked<Target> target(ApiRequest request) {
        String alias = request.variable("id");
        if (alias.equals(Model.BUILT_IN)) {
            return Checked.refused(
                    Problem.of(409, "model_built_in", alias + " is built in, and stays as it is."));
        }
        return Model.isAlias(alias)
                ? Preconditions.expectedVersion(request)
                        .then(version -> Checked.valid(new Target(alias, version)))
                : Checked.refused(Problem.notFound());
    }

    private Mono<Answer> edit(ApiRequest request) {
        return target(request)
                .answer(target ->
                        ModelFields.update(request.fields())
                                .answer(patch ->
                                        reads.after(
                                                request,
                                                Context.MODELS,
                                                () -> edited(request, target, patch))));
    }

    private Mono<Answer> edited(ApiRequest request, Target target, ModelPatch patch) {
        String connectionId = patch.connectionId();
        if (connectionId != null && !changes.isConnected(request, connectionId)) {
            return Mono.just(
                    Problem.invalid(
                            List.of(
                                    new FieldError(
                                            "/connection_id",
                                            "unknown_connection",
                                            "There is no such connection."))));
        }
        return changes.change(
                request,
                target.id(),
                new ModelCommand.UpdateModel(request.workspace(), patch),
                target.expectedVersion(),
                written -> written.answer(holds -> holds.showing(Answer.ok(json(holds)))));
    }

    private Mono<Answer> delete(ApiRequest request) {
        return target(request)
                .answer(target ->
                        changes.change(
                                request,
                                target.id(),
                                new ModelCommand.DeleteModel(request.workspace()),
                                target.expectedVersion(),
                                written -> written.answer(holds -> holds.on(Answer.empty(204)))));
    }

    private ObjectNode json(Written.Holds holds) {
        if (holds.event().payload() instanceof ModelEvent.OfModel change) {
            return catalogue.shown(change.model(), holds.version());
        }
        throw new IllegalStateException("not about a model: " + holds.event().header().type());
    }
}
