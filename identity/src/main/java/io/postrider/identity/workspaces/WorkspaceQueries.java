package io.postrider.identity.workspaces;

import io.postrider.domain.workspaces.Workspace;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.schemas.Context;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.InMemoryPages;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.Versioned;
import io.postrider.web.route.ApiRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Shows what every node keeps of workspaces, as far as its caller has seen it. */
final class WorkspaceQueries {

    private final WorkspaceReplica table;
    private final Queries queries;

    WorkspaceQueries(WorkspaceReplica table, Queries queries) {
        this.table = table;
        this.queries = queries;
    }

    /** The workspace that a request is about; it passed the gate, and so there is one, unless it has a key of none. */
    Optional<Versioned<Workspace>> workspace(ApiRequest request) {
        return table.byId(request.workspace());
    }

    /** Something of the workspace that a request is about, under the version of the workspace. */
    Mono<ApiResponse> one(
            ApiRequest request, Function<Versioned<Workspace>, Optional<ObjectNode>> found) {
        return queries.inMemory(
                request,
                Context.WORKSPACES,
                () ->
                        Mono.just(
                                workspace(request)
                                        .flatMap(known ->
                                                found.apply(known)
                                                        .map(body ->
                                                                queries.versioned(
                                                                        request,
                                                                        body,
                                                                        known.version())))
                                        .orElseGet(Problem::notFound)));
    }

    /** A page of a list of the workspace that a request is about. */
    <T> Mono<ApiResponse> list(
            ApiRequest request,
            InMemoryPages<T> pages,
            Function<Versioned<Workspace>, List<T>> entries) {
        return list(
                request,
                pages,
                request.workspace(),
                () -> workspace(request).map(entries).orElse(List.of()));
    }

    /** A page of a list of somebody's. */
    <T> Mono<ApiResponse> list(
            ApiRequest request, InMemoryPages<T> pages, String owner, Supplier<List<T>> entries) {
        return queries.inMemory(
                request,
                Context.WORKSPACES,
                () ->
                        pages.of(request, owner, entries.get())
                                .answer(page -> Mono.just(queries.listed(request, page))));
    }
}
