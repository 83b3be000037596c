package io.postrider.web.resource;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.domain.kernel.Uuids;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Index;
import io.postrider.schemas.catalogue.ResourceJson;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiHandler;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The operations on a kind of resource. A surface supplies bodies, commands and the query; scopes, ids, preconditions,
 * idempotency, limits, headers and the JSON of responses are the same for every resource.
 *
 * @param path path of the list
 * @param readScope the scope of reads
 * @param writeScope the scope of writes
 * @param naming maps paths to aggregates
 * @param added adds members that are part of no version
 * @param matched whether changes require If-Match
 * @param <T> the resource
 */
public record ResourceApi<T extends Resource>(
        AggregateType<?, ?, ?, T> entry,
        String path,
        String readScope,
        String writeScope,
        ResourceJson<T> json,
        Naming naming,
        UnaryOperator<ObjectNode> added,
        boolean matched,
        ResourceApis node) {

    /** The same operations with another way of naming. */
    public ResourceApi<T> named(Naming other) {
        return new ResourceApi<>(
                entry, path, readScope, writeScope, json, other, added, matched, node);
    }

    /** The same operations with members that no version has. */
    public ResourceApi<T> adding(UnaryOperator<ObjectNode> members) {
        return new ResourceApi<>(
                entry, path, readScope, writeScope, json, naming, members, matched, node);
    }

    /** The same operations with another scope of writes. */
    public ResourceApi<T> writtenWith(String other) {
        return new ResourceApi<>(entry, path, readScope, other, json, naming, added, matched, node);
    }

    /** The same operations, of which {@code PATCH}, {@code DELETE} and {@link #matchedAction} need If-Match. */
    public ResourceApi<T> matching() {
        return new ResourceApi<>(
                entry, path, readScope, writeScope, json, naming, added, true, node);
    }

    /** {@code POST} of a resource under a new id. */
    public <B> ApiRoute create(
            Function<ApiRequest, Validated<B>> body,
            ResourceLimit bound,
            Creation.Creator<B> creator) {
        return createBy(body, underNewId(bound, creator));
    }

    /** {@code POST} of a resource with a new id that is worked on after the response, whose status is 202. */
    public <B> ApiRoute accept(
            Function<ApiRequest, Validated<B>> body,
            Creation.Completer<B> completed,
            Creation.Creator<B> creator) {
        return new AsyncCreation<>(this, completed, creator, Optional.empty()).route(body);
    }

    /**
     * The same; with {@code dry_run=true} everything is checked, and nothing is written.
     *
     * @param tried the answer to a body that would be accepted
     */
    public <B> ApiRoute acceptOrTry(
            Function<ApiRequest, Validated<B>> body,
            Creation.Completer<B> completed,
            Creation.Creator<B> creator,
            BiFunction<ApiRequest, B, Mono<ApiResponse>> tried) {
        return new AsyncCreation<>(this, completed, creator, Optional.of(tried)).route(body);
    }

    private <B> Creation.Handler<B> underNewId(ResourceLimit bound, Creation.Creator<B> creator) {
        return (request, given, idempotency) ->
                under(newId(idempotency), bound, creator).of(request, given, idempotency);
    }

    String newId(Optional<Idempotency> idempotency) {
        return node.mint().id(entry.resource().id().orElseThrow(), idempotency);
    }

    /** The id of the resource with an id of the caller's, the same for two callers at once. */
    public String idOf(String workspace, String externalId) {
        UUID namespace = Id.parse(IdKind.WS, workspace).orElseThrow();
        return Id.of(
                entry.resource().id().orElseThrow(),
                Uuids.v5(namespace, entry.name() + "/" + externalId));
    }

    /** The creation of a resource under an id. */
    public <B> Creation.Handler<B> under(
            String id, ResourceLimit bound, Creation.Creator<B> creator) {
        return new CreationUnderId<>(this, id, bound, creator);
    }

    /** The answer to a creation under an id of the caller's. */
    public Mono<ApiResponse> createdAs(
            ApiRequest request, String id, Creation creation, Optional<Idempotency> idempotency) {
        return this.<Creation>under(
                        id, ResourceLimit.NONE, (_, given, _, _) -> Validated.valid(given))
                .of(request, creation, idempotency);
    }

    /** {@code POST} of a resource that is created in a way of its own. */
    public <B> ApiRoute createBy(
            Function<ApiRequest, Validated<B>> body, Creation.Handler<B> work) {
        return ApiRoute.post(path)
                .scope(writeScope)
                .to(request ->
                        body.apply(request)
                                .answer(given ->
                                        node.writes()
                                                .once(
                                                        request,
                                                        scope ->
                                                                work.of(request, given, scope)
                                                                        .toFuture())));
    }

    /** {@code GET} of the list in the read models. */
    public ApiRoute list(String question) {
        Stream<String> filters = entry.resource().indexes().stream().map(Index::parameter);
        return list(
                request -> node.queries().list(request, question, Map.of(), added),
                Stream.concat(Stream.of("limit", "cursor"), filters).toArray(String[]::new));
    }

    /** {@code GET} of a list in another place. */
    public ApiRoute list(ApiHandler handler, String... parameters) {
        return ApiRoute.get(path).scope(readScope).taking(parameters).to(handler);
    }

    /** {@code GET} of a resource in the read models. */
    public ApiRoute get(String question) {
        return get((request, id) ->
                node.queries().resource(request, question, Map.of("id", id), added));
    }

    /** {@code GET} of a resource in another place. */
    public ApiRoute get(BiFunction<ApiRequest, String, Mono<ApiResponse>> read) {
        return ApiRoute.get(one())
                .scope(readScope)
                .to(request -> naming.id(request).answer(id -> read.apply(request, id)));
    }

    /** {@code GET} of something that follows from a resource in the read models. */
    public ApiRoute getBy(String name, BiFunction<ApiRequest, JsonNode, Mono<ApiResponse>> read) {
        return getBy(name, MediaType.APPLICATION_JSON, read);
    }

    /** The same, with another media type. */
    public ApiRoute getBy(
            String name, MediaType type, BiFunction<ApiRequest, JsonNode, Mono<ApiResponse>> read) {
        return ApiRoute.get(one() + "/" + name)
                .scope(readScope)
                .producing(type)
                .to(request ->
                        naming.id(request)
                                .answer(id ->
                                        node.queries()
                                                .found(request, entry.name(), Map.of("id", id))
                                                .flatMap(found ->
                                                        found.answer(shown ->
                                                                read.apply(
                                                                        request, shown.body())))));
    }

    /** {@code GET} of something about a resource that every node keeps in memory. */
    public ApiRoute about(String name, BiFunction<ApiRequest, String, ApiResponse> read) {
        return ApiRoute.get(one() + "/" + name)
                .scope(readScope)
                .to(request ->
                        naming.id(request)
                                .answer(id ->
                                        node.queries()
                                                .inMemory(
                                                        request,
                                                        entry.context(),
                                                        () ->
                                                                Mono.fromSupplier(() ->
                                                                        read.apply(request, id)))));
    }

    /** {@code PATCH} by a command of the workspace and the body. */
    public <P> ApiRoute update(
            Function<ApiRequest, Validated<P>> body, BiFunction<String, P, Record> command) {
        return updateBy(
                body,
                call -> send(call, command.apply(call.workspace(), call.body())).map(this::shown));
    }

    /** {@code PATCH} in a way of its own. */
    public <P> ApiRoute updateBy(
            Function<ApiRequest, Validated<P>> body,
            Function<ResourceCall<P>, Mono<ApiResponse>> work) {
        return writing(ApiRoute.patch(one()), matched, body, work);
    }

    /** {@code DELETE} by a command of the workspace. */
    public ApiRoute delete(Function<String, Record> command) {
        return delete(command, _ -> {});
    }

    /**
     * The same.
     *
     * @param deleted is run once the resource is deleted
     */
    public ApiRoute delete(
            Function<String, Record> command, Consumer<ResourceCall<ApiRequest>> deleted) {
        return writing(
                ApiRoute.delete(one()),
                matched,
                Validated::valid,
                call ->
                        send(call, command.apply(call.workspace()))
                                .map(written ->
                                        written.answer(holds -> {
                                            deleted.accept(call);
                                            return holds.on(ApiResponse.empty(204));
                                        })));
    }

    /** {@code DELETE} of parts of a resource that a body names. */
    public <B> ApiRoute deleteNamed(
            String name,
            Function<ApiRequest, Validated<B>> body,
            Function<ResourceCall<B>, Mono<ApiResponse>> work) {
        return writing(ApiRoute.deleteNamed(one() + "/" + name), false, body, work);
    }

    /** {@code POST} of an action without a body, by a command of the workspace. */
    public ApiRoute action(String name, Function<String, Record> command) {
        return actionBy(
                name,
                request -> request.fields().checked(() -> request),
                call -> send(call, command.apply(call.workspace())).map(this::shown));
    }

    /** {@code POST} of an action in a way of its own. */
    public <B> ApiRoute actionBy(
            String name,
            Function<ApiRequest, Validated<B>> body,
            Function<ResourceCall<B>, Mono<ApiResponse>> work) {
        return writing(ApiRoute.action(one() + "/" + name), false, body, work);
    }

    /** The same, and If-Match is needed. */
    public <B> ApiRoute matchedAction(
            String name,
            Function<ApiRequest, Validated<B>> body,
            Function<ResourceCall<B>, Mono<ApiResponse>> work) {
        return writing(ApiRoute.action(one() + "/" + name), true, body, work);
    }

    private <B> ApiRoute writing(
            ApiRoute.Undeclared route,
            boolean needsMatch,
            Function<ApiRequest, Validated<B>> body,
            Function<ResourceCall<B>, Mono<ApiResponse>> work) {
        return route.scope(writeScope)
                .to(request ->
                        ResourceRef.of(request, naming)
                                .then(target -> target.checked(request, needsMatch))
                                .answer(target ->
                                        body.apply(request)
                                                .answer(given ->
                                                        called(request, target, given, work))));
    }

    private <B> Mono<ApiResponse> called(
            ApiRequest request,
            ResourceRef target,
            B given,
            Function<ResourceCall<B>, Mono<ApiResponse>> work) {
        return naming.key(request, target.id())
                .flatMap(found ->
                        found.answer(key ->
                                node.writes()
                                        .once(
                                                request,
                                                scope ->
                                                        work.apply(
                                                                        new ResourceCall<>(
                                                                                request, target,
                                                                                key, given, scope))
                                                                .toFuture())));
    }

    /** Sends a command to the aggregate of a call. */
    public Mono<WriteResult> send(ResourceCall<?> call, Record command) {
        CommandRequest change =
                new CommandRequest(
                        entry.context(),
                        call.key(),
                        command,
                        call.target().expectedVersion(),
                        call.idempotency());
        return Mono.fromFuture(
                node.writes().send(call.request(), change).toCompletableFuture(), true);
    }

    /** Sends a command to the aggregate with a key. */
    public Mono<WriteResult> send(ApiRequest request, String key, Record command) {
        CommandRequest change = CommandRequest.of(entry.context(), key, command, Optional.empty());
        return Mono.fromFuture(node.writes().send(request, change).toCompletableFuture(), true);
    }

    /** {@code PUT}: the answer to an update, or to the creation if there is nothing to update. */
    public Mono<ApiResponse> put(
            ApiRequest request, String id, Record update, Supplier<Mono<ApiResponse>> creation) {
        return send(request, id, update)
                .flatMap(written ->
                        written instanceof WriteResult.Failed(Problem problem, _)
                                        && problem.status() == 404
                                ? creation.get()
                                : Mono.just(shown(written)));
    }

    /** The answer to a creation. */
    public ApiResponse created(WriteResult written, Optional<Creation.ShownOnce> secret) {
        return written.answer(holds -> {
            ObjectNode body = json(holds);
            return secret.map(shown ->
                            holds.made(shown.in(body, holds.replayed()), path).showingSecret())
                    .orElseGet(() -> holds.made(body, path));
        });
    }

    /** The answer with the resource in its new version, and a secret that it got. */
    public ApiResponse shownWith(WriteResult written, Creation.ShownOnce secret) {
        return written.answer(holds ->
                holds.showing(ApiResponse.ok(secret.in(json(holds), holds.replayed())))
                        .showingSecret());
    }

    /** The answer with the resource in its new version. */
    public ApiResponse shown(WriteResult written) {
        return written.answer(holds -> holds.showing(ApiResponse.ok(json(holds))));
    }

    /** The resource after a write. */
    public ObjectNode json(WriteResult.Holds holds) {
        EventRecord event = holds.event();
        if (event.payload() instanceof ResourceEvent<?> change) {
            return json(entry.resource().type().cast(change.resource()), holds.version());
        }
        throw new IllegalStateException("no resource in " + event.header().type());
    }

    /** A version of a resource. */
    public ObjectNode json(T resource, long version) {
        return added.apply(json.of(resource, version, node.rendering()));
    }

    private String one() {
        return path + "/{" + naming.variable() + "}";
    }
}
