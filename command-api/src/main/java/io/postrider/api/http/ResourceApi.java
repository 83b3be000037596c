package io.postrider.api.http;

import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Idempotency;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * The operations on a kind of resource. A surface gives bodies, commands and the place to read from; scopes, ids,
 * preconditions, idempotency, limits, headers and the JSON of answers are the same for every resource.
 *
 * @param naming how paths name a resource
 * @param added adds the members that no version has
 * @param <T> the resource
 */
public record ResourceApi<T>(
        Facts<T> facts,
        Naming naming,
        UnaryOperator<ObjectNode> added,
        Writes writes,
        Queries queries,
        IdMint mint) {

    /**
     * The facts of a kind of resource.
     *
     * @param path of its list
     * @param scope its scopes without {@code :read} and {@code :write}
     * @param in the resource of an event, if the event has one
     */
    public record Facts<T>(
            String path,
            String scope,
            Context context,
            IdKind id,
            Function<EventRecord, Optional<T>> in,
            BiFunction<T, Long, ObjectNode> json) {}

    /** Operations on resources that paths name by an id of their kind. */
    public ResourceApi(Facts<T> facts, Writes writes, Queries queries, IdMint mint) {
        this(facts, Naming.byId(facts.id()), UnaryOperator.identity(), writes, queries, mint);
    }

    /** The same operations with another way of naming. */
    public ResourceApi<T> named(Naming other) {
        return new ResourceApi<>(facts, other, added, writes, queries, mint);
    }

    /** The same operations with members that no version has. */
    public ResourceApi<T> adding(UnaryOperator<ObjectNode> members) {
        return new ResourceApi<>(facts, naming, members, writes, queries, mint);
    }

    /** Makes the command that creates a resource. */
    @FunctionalInterface
    public interface Creator<B> {
        Checked<Creation> of(ApiRequest request, B body, String id, Instant now);
    }

    /** Creates a resource in a way of its own. */
    @FunctionalInterface
    public interface Creating<B> {
        Mono<Answer> of(ApiRequest request, B body, Optional<Idempotency> idempotency);
    }

    /** {@code POST} of a resource under a new id. */
    public <B> ApiRoute create(
            Function<ApiRequest, Checked<B>> body, Bound bound, Creator<B> creator) {
        return createBy(
                body,
                (request, given, idempotency) -> {
                    String id = mint.id(facts.id(), idempotency);
                    return switch (creator.of(request, given, id, mint.now())) {
                        case Checked.Refused<Creation>(Problem problem) -> Mono.just(problem);
                        case Checked.Valid<Creation>(Creation creation) ->
                                within(bound, request, id, creation, idempotency);
                    };
                });
    }

    private Mono<Answer> within(
            Bound bound,
            ApiRequest request,
            String id,
            Creation creation,
            Optional<Idempotency> idempotency) {
        Optional<Problem> full = bound.refuse(request.workspace(), id);
        if (full.isPresent()) {
            return Mono.just(full.get());
        }
        Change change = Change.of(facts.context(), id, creation.command(), idempotency);
        CompletionStage<Written> sent =
                writes.send(request, change)
                        .whenComplete((_, _) -> bound.release(request.workspace(), id));
        return Mono.fromFuture(sent.toCompletableFuture(), true)
                .map(written -> created(written, creation.secret()));
    }

    /** {@code POST} of a resource that is created in a way of its own. */
    public <B> ApiRoute createBy(Function<ApiRequest, Checked<B>> body, Creating<B> work) {
        return ApiRoute.post(facts.path())
                .scope(facts.scope() + ":write")
                .to(request ->
                        body.apply(request)
                                .answer(given ->
                                        writes.once(
                                                request,
                                                scope ->
                                                        work.of(request, given, scope)
                                                                .toFuture())));
    }

    /** {@code GET} of the list in the read models. */
    public ApiRoute list(String question) {
        return list(r -> queries.list(r, question, Map.of(), added), "limit", "cursor");
    }

    /** {@code GET} of a list in another place. */
    public ApiRoute list(ApiHandler handler, String... parameters) {
        return ApiRoute.get(facts.path())
                .scope(facts.scope() + ":read")
                .taking(parameters)
                .to(handler);
    }

    /**
     * {@code GET} of a resource in the read models or on this node, whichever is newer.
     *
     * @param known the resource on this node, by workspace and id
     */
    public ApiRoute get(String question, BiFunction<String, String, Optional<Newer>> known) {
        return get((request, id) ->
                queries.newest(
                        request, question, id, () -> known.apply(request.workspace(), id), added));
    }

    /** {@code GET} of a resource in another place. */
    public ApiRoute get(BiFunction<ApiRequest, String, Mono<Answer>> read) {
        return ApiRoute.get(one())
                .scope(facts.scope() + ":read")
                .to(request -> naming.id(request).answer(id -> read.apply(request, id)));
    }

    /** {@code PATCH} by a command of the workspace and the body. */
    public <P> ApiRoute update(
            Function<ApiRequest, Checked<P>> body, BiFunction<String, P, Record> command) {
        return updateBy(
                body,
                call -> send(call, command.apply(call.workspace(), call.body())).map(this::shown));
    }

    /** {@code PATCH} in a way of its own. */
    public <P> ApiRoute updateBy(
            Function<ApiRequest, Checked<P>> body, Function<Call<P>, Mono<Answer>> work) {
        return writing(ApiRoute.patch(one()), body, work);
    }

    /** {@code DELETE} by a command of the workspace. */
    public ApiRoute delete(Function<String, Record> command) {
        return writing(
                ApiRoute.delete(one()),
                Checked::valid,
                call ->
                        send(call, command.apply(call.workspace()))
                                .map(written ->
                                        written.answer(holds -> holds.on(Answer.empty(204)))));
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
            Function<ApiRequest, Checked<B>> body,
            Function<Call<B>, Mono<Answer>> work) {
        return writing(ApiRoute.action(one() + "/" + name), body, work);
    }

    private <B> ApiRoute writing(
            ApiRoute.Undeclared route,
            Function<ApiRequest, Checked<B>> body,
            Function<Call<B>, Mono<Answer>> work) {
        return route.scope(facts.scope() + ":write")
                .to(request ->
                        Target.of(request, naming)
                                .answer(target ->
                                        body.apply(request)
                                                .answer(given ->
                                                        called(request, target, given, work))));
    }

    private <B> Mono<Answer> called(
            ApiRequest request, Target target, B given, Function<Call<B>, Mono<Answer>> work) {
        return naming.key(request, target.id())
                .flatMap(found ->
                        found.answer(key ->
                                writes.once(
                                        request,
                                        scope ->
                                                work.apply(
                                                                new Call<>(
                                                                        request, target, key, given,
                                                                        scope))
                                                        .toFuture())));
    }

    /** Sends a command to the aggregate of a call. */
    public Mono<Written> send(Call<?> call, Record command) {
        Change change =
                new Change(
                        facts.context(),
                        call.key(),
                        command,
                        call.target().expectedVersion(),
                        call.idempotency());
        return Mono.fromFuture(writes.send(call.request(), change).toCompletableFuture(), true);
    }

    /** The answer to a creation. */
    public Answer created(Written written, Optional<String> secret) {
        return written.answer(holds -> {
            ObjectNode body = json(holds);
            return secret.map(text ->
                            holds.made(holds.withSecret(body, text), facts.path()).showingSecret())
                    .orElseGet(() -> holds.made(body, facts.path()));
        });
    }

    /** The answer with the resource in its new version. */
    public Answer shown(Written written) {
        return written.answer(holds -> holds.showing(Answer.ok(json(holds))));
    }

    /** The resource after a write. */
    public ObjectNode json(Written.Holds holds) {
        EventRecord event = holds.event();
        return facts.in()
                .apply(event)
                .map(resource -> added.apply(facts.json().apply(resource, holds.version())))
                .orElseThrow(
                        () -> new IllegalStateException("no resource in " + event.header().type()));
    }

    private String one() {
        return facts.path() + "/{id}";
    }
}
