package io.postrider.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelCommand.CreateModel;
import io.postrider.domain.models.ModelCommand.DeleteModel;
import io.postrider.domain.models.ModelCommand.UpdateModel;
import io.postrider.domain.models.ModelPatch;
import io.postrider.models.ModelFields.NewModel;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The operations on models.
 *
 * <p>The alias determines the partition, so a repeated request with another body may go to another one. The use of an
 * Idempotency-Key is therefore recorded first in the partition of the key itself.
 */
final class ModelRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/models";

    private final ResourceApi<Model> api;
    private final Queries queries;
    private final ModelReplica table;
    private final ModelCatalogue catalogue;

    ModelRoutes(
            ResourceApi<Model> api, Queries queries, ModelReplica table, ModelCatalogue catalogue) {
        this.api = api;
        this.queries = queries;
        this.table = table;
        this.catalogue = catalogue;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.createBy(request -> ModelFields.create(request.fields()), this::create),
                api.list(this::list),
                ApiRoute.get(PATH + "/{id}").scope("models:read").to(this::one),
                api.updateBy(request -> ModelFields.update(request.fields()), this::update),
                api.delete(DeleteModel::new));
    }

    /** The connection may have been created on another node just before. */
    private Mono<ApiResponse> create(
            ApiRequest request, NewModel wanted, Optional<Idempotency> idempotency) {
        return queries.inMemory(
                request,
                Context.MODELS,
                () ->
                        hasRoom(request, wanted)
                                ? Mono.fromCompletionStage(made(request, wanted, idempotency))
                                : Mono.just(ModelReplica.full()));
    }

    /** A repeated request finds its model and needs no room. */
    private boolean hasRoom(ApiRequest request, NewModel wanted) {
        String workspace = request.workspace();
        return !table.isFull(workspace) || table.model(workspace, wanted.alias()).isPresent();
    }

    private CompletionStage<ApiResponse> made(
            ApiRequest request, NewModel wanted, Optional<Idempotency> idempotency) {
        Model model = wanted.model(request.workspace(), api.node().mint().now());
        Writes writes = api.node().writes();
        return writes.reserved(
                        request,
                        Context.MODELS,
                        idempotency,
                        Idempotency::scope,
                        () ->
                                writes.send(
                                        request,
                                        CommandRequest.of(
                                                Context.MODELS,
                                                model.key(),
                                                new CreateModel(
                                                        model,
                                                        isConnected(request, model.connectionId())),
                                                idempotency)))
                .thenApply(written -> api.created(written, Optional.empty()));
    }

    private boolean isConnected(ApiRequest request, @Nullable String connectionId) {
        return connectionId == null
                || table.connection(request.workspace(), connectionId).isPresent();
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        return queries.inMemory(
                request,
                Context.MODELS,
                () -> Mono.just(queries.listed(request, catalogue.models(request.workspace()))));
    }

    private Mono<ApiResponse> one(ApiRequest request) {
        return queries.inMemory(request, Context.MODELS, () -> Mono.just(shown(request)));
    }

    private ApiResponse shown(ApiRequest request) {
        return catalogue
                .model(request.workspace(), request.variable("id"))
                .map(known -> queries.versioned(request, known.value(), known.version()))
                .orElseGet(Problem::notFound);
    }

    private Mono<ApiResponse> update(ResourceCall<ModelPatch> call) {
        ModelPatch patch = call.body();
        return queries.inMemory(
                call.request(),
                Context.MODELS,
                () ->
                        isConnected(call.request(), patch.connectionId())
                                ? api.send(call, new UpdateModel(call.workspace(), patch))
                                        .map(api::shown)
                                : Mono.just(noConnection()));
    }

    private static Problem noConnection() {
        return Problem.invalid(
                new FieldError(
                        "/connection_id",
                        "unknown_connection",
                        "The workspace has no connection with this ID."));
    }
}
