package io.postrider.models;

import io.postrider.domain.models.ConnectionCommand.CreateConnection;
import io.postrider.domain.models.ConnectionCommand.DeleteConnection;
import io.postrider.domain.models.ConnectionCommand.UpdateConnection;
import io.postrider.domain.models.ConnectionPatch;
import io.postrider.domain.models.ModelConnection;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.ConnectionJson;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.InMemoryPages;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.Versioned;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** The operations on connections to providers; their secrets leave here as ciphertext. */
final class ConnectionRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/model-connections";

    private static final InMemoryPages<Versioned<ModelConnection>> PAGES =
            new InMemoryPages<>(
                    "model-connections",
                    known -> known.value().id(),
                    known -> ConnectionJson.of(known.value(), known.version()));

    private final ResourceApi<ModelConnection> api;
    private final ConnectionFields fields;
    private final ConnectionSecrets secrets;
    private final Queries queries;
    private final ModelReplica table;

    ConnectionRoutes(
            ResourceApi<ModelConnection> api,
            ConnectionFields fields,
            ConnectionSecrets secrets,
            Queries queries,
            ModelReplica table) {
        this.api = api;
        this.fields = fields;
        this.secrets = secrets;
        this.queries = queries;
        this.table = table;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(request -> fields.create(request.fields()), this::full, this::creation),
                api.list(this::list, "limit", "cursor"),
                api.get(this::one),
                api.updateBy(request -> fields.update(request.fields()), this::update),
                api.delete(DeleteConnection::new));
    }

    /** A repeated request finds its connection and needs no room. */
    private Optional<Problem> full(String workspace, String id) {
        return table.connection(workspace, id).isEmpty() && table.isFull(workspace)
                ? Optional.of(ModelReplica.full())
                : Optional.empty();
    }

    private Validated<Creation> creation(
            ApiRequest request, ConnectionPatch plain, String id, Instant now) {
        String workspace = request.workspace();
        ModelConnection blank = ModelConnection.blank(id, workspace, now);
        return secrets.seal(workspace, id, plain)
                .map(sealed -> Creation.of(new CreateConnection(sealed.applyTo(blank, now))))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        return queries.inMemory(
                request,
                Context.MODELS,
                () ->
                        PAGES.of(
                                        request,
                                        request.workspace(),
                                        table.connections(request.workspace()))
                                .answer(page -> Mono.just(queries.listed(request, page))));
    }

    private Mono<ApiResponse> one(ApiRequest request, String id) {
        return queries.inMemory(request, Context.MODELS, () -> Mono.just(shown(request, id)));
    }

    private ApiResponse shown(ApiRequest request, String id) {
        return table.connection(request.workspace(), id)
                .map(known ->
                        queries.versioned(
                                request,
                                ConnectionJson.of(known.value(), known.version()),
                                known.version()))
                .orElseGet(Problem::notFound);
    }

    private Mono<ApiResponse> update(ResourceCall<ConnectionPatch> call) {
        String workspace = call.workspace();
        return secrets.seal(workspace, call.target().id(), call.body())
                .map(sealed ->
                        api.send(call, new UpdateConnection(workspace, sealed)).map(api::shown))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }
}
