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

/** Reads this node's copy of workspaces, as far as its caller has seen it. */
final class WorkspaceQueries {

    private final WorkspaceReplica table;
    private final Queries queries;

    WorkspaceQueries(WorkspaceReplica table, Queries queries) {
        this.table = table;
        this.queries = queries;
    }

    /** The workspace of a request; an authenticated request has one, unless its key belongs to none. */
    Optional<Versioned<Workspace>> workspace(ApiRequest request) {
        return table.byId(request.workspace());
    }

    /** A part of the workspace of a request, under the version of the workspace. */
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

    /** A page of a list of the workspace of a request. */
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

    /** A page of a list of an owner. */
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
