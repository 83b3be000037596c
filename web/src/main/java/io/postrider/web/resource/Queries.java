package io.postrider.web.resource;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.PageLimit;
import io.postrider.web.route.Preconditions;
import io.postrider.web.server.PublicAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks the read models on behalf of a request. */
public final class Queries {

    private final QueryGateway reads;
    private final ReplicaBarrier replicas;
    private final RecentWrites recent;
    private final PublicAddress address;

    public Queries(
            QueryGateway reads,
            ReplicaBarrier replicas,
            RecentWrites recent,
            PublicAddress address) {
        this.reads = reads;
        this.replicas = replicas;
        this.recent = recent;
        this.address = address;
    }

    /**
     * Responds from the memory of this node, after the write of the request's consistency token has arrived. Writes of this
     * node are in memory before their response.
     *
     * @param context the context that is read; tokens of others are ignored
     */
    public Mono<ApiResponse> inMemory(
            ApiRequest request, Context context, Supplier<Mono<ApiResponse>> answer) {
        return ReadConsistency.of(request)
                .answer(consistency ->
                        consistency
                                .token()
                                .filter(token -> token.context() == context)
                                .map(token -> arrived(request, token, consistency, answer))
                                .orElseGet(answer));
    }

    private Mono<ApiResponse> arrived(
            ApiRequest request,
            ConsistencyToken token,
            ReadConsistency consistency,
            Supplier<Mono<ApiResponse>> answer) {
        return Mono.fromCompletionStage(
                        replicas.await(request.tenant(), token, consistency.longest()))
                .flatMap(arrived -> arrived ? answer.get() : Mono.just(Problem.viewBehind()));
    }

    /** One resource, with its version as ETag. */
    public Mono<ApiResponse> resource(
            ApiRequest request, String question, Map<String, String> asked) {
        return resource(request, question, asked, UnaryOperator.identity());
    }

    /**
     * The resource, with additional members.
     *
     * @param added adds the members that only this node knows, and that are part of no version
     */
    public Mono<ApiResponse> resource(
            ApiRequest request,
            String question,
            Map<String, String> asked,
            UnaryOperator<ObjectNode> added) {
        return found(request, question, asked)
                .map(found ->
                        switch (found) {
                            case Validated.Refused<QueryResult.Found>(Problem problem) -> problem;
                            case Validated.Valid<QueryResult.Found>(
                                            QueryResult.Found(ObjectNode body, Long version, _)) ->
                                    version == null
                                            ? ApiResponse.ok(added.apply(body))
                                            : versioned(request, added.apply(body), version);
                        });
    }

    /** A resource under its version, or that the caller has it already. */
    public ApiResponse versioned(ApiRequest request, ObjectNode body, long version) {
        String etag = "\"" + version + "\"";
        return switch (Preconditions.expectedVersion(request)) {
            case Validated.Refused<Optional<Long>>(Problem problem) -> problem;
            case Validated.Valid<Optional<Long>>(Optional<Long> expected) -> {
                if (expected.isPresent() && expected.get() != version) {
                    yield Problem.versionMismatch();
                }
                yield Preconditions.isKnown(request.headers(), etag)
                        ? ApiResponse.empty(304).versioned(version)
                        : ApiResponse.ok(body).versioned(version);
            }
        };
    }

    /** A page of a list; the caller's parameters are its filters. */
    public Mono<ApiResponse> list(ApiRequest request, String question, Map<String, String> asked) {
        return list(request, question, asked, UnaryOperator.identity());
    }

    /**
     * The list, with additional members in each entry.
     *
     * @param added adds members that only this node knows, and that are part of no version
     */
    public Mono<ApiResponse> list(
            ApiRequest request,
            String question,
            Map<String, String> asked,
            UnaryOperator<ObjectNode> added) {
        return page(request, question, asked)
                .map(page ->
                        switch (page) {
                            case Validated.Refused<ObjectNode>(Problem problem) -> problem;
                            case Validated.Valid<ObjectNode>(ObjectNode body) -> {
                                for (JsonNode entry : body.path("data")) {
                                    ObjectNode _ = added.apply((ObjectNode) entry);
                                }
                                yield listed(request, body);
                            }
                        });
    }

    /** The body of a page of a list. */
    public Mono<Validated<ObjectNode>> page(
            ApiRequest request, String question, Map<String, String> asked) {
        Map<String, String> all = new LinkedHashMap<>(request.parameters());
        all.putAll(asked);
        all.remove("format");
        return switch (PageLimit.of(request)) {
            case Validated.Refused<Integer>(Problem problem) ->
                    Mono.just(Validated.refused(problem));
            case Validated.Valid<Integer>(Integer limit) -> {
                all.put("limit", limit.toString());
                yield found(request, question, all)
                        .map(found -> found.then(page -> Validated.valid(page.body())));
            }
        };
    }

    /** The response with a page: the link to the next page and an ETag. */
    public ApiResponse.Reply listed(ApiRequest request, ObjectNode body) {
        return ListPage.answer(request, body, address);
    }

    /**
     * The resource or page that a query finds. It includes the write of the request's consistency token, or else the recent
     * writes of this node.
     */
    public Mono<Validated<QueryResult.Found>> found(
            ApiRequest request, String question, Map<String, String> asked) {
        return switch (ReadConsistency.of(request)) {
            case Validated.Refused<ReadConsistency>(Problem problem) ->
                    Mono.just(Validated.refused(problem));
            case Validated.Valid<ReadConsistency>(ReadConsistency consistency) ->
                    consistency.token().isPresent()
                            ? ask(request, question, asked, consistency).map(Queries::checked)
                            : following(request, question, asked, consistency);
        };
    }

    private Mono<Validated<QueryResult.Found>> following(
            ApiRequest request,
            String question,
            Map<String, String> asked,
            ReadConsistency consistency) {
        return recent.token(request.workspace(), question, asked)
                .map(token ->
                        ask(
                                        request,
                                        question,
                                        asked,
                                        consistency.until(token, RecentWrites.WAIT_MAX))
                                .filter(answer -> !(answer instanceof QueryResult.Behind))
                                .map(Queries::checked)
                                .switchIfEmpty(
                                        Mono.defer(() -> foundNow(request, question, asked))))
                .orElseGet(() -> foundNow(request, question, asked));
    }

    /** The same, however far the read models are. */
    public Mono<Validated<QueryResult.Found>> foundNow(
            ApiRequest request, String question, Map<String, String> asked) {
        return ask(request, question, asked, ReadConsistency.NONE).map(Queries::checked);
    }

    /** The same for a workspace, on behalf of a request without credentials. */
    public Mono<Validated<QueryResult.Found>> foundNow(
            String workspace, String question, Map<String, String> asked) {
        return foundNow(workspace, EventReader.SERVICE, question, asked);
    }

    /** The same for a workspace and a reader, without a request. */
    public Mono<Validated<QueryResult.Found>> foundNow(
            String workspace, EventReader reader, String question, Map<String, String> asked) {
        return asked(workspace, workspace, question, as(reader, asked), ReadConsistency.NONE)
                .map(Queries::checked);
    }

    private Mono<QueryResult> asked(
            String workspace,
            String tenant,
            String question,
            Map<String, String> asked,
            ReadConsistency consistency) {
        Query full =
                new Query(
                        question,
                        workspace,
                        tenant,
                        asked,
                        consistency.token().orElse(null),
                        consistency.longest());
        return Mono.fromFuture(reads.ask(full).toCompletableFuture(), true);
    }

    private Mono<QueryResult> ask(
            ApiRequest request,
            String question,
            Map<String, String> asked,
            ReadConsistency consistency) {
        EventReader reader = request.principal().reader();
        return asked(
                        request.workspace(),
                        request.tenant(),
                        question,
                        as(reader, asked),
                        consistency)
                .map(answer -> ReadableRuns.of(reader, question, answer))
                .doOnNext(answer -> {
                    if (answer instanceof QueryResult.Found found && found.stale()) {
                        request.noteStale();
                    }
                });
    }

    private static Map<String, String> as(EventReader reader, Map<String, String> asked) {
        Map<String, String> all = new LinkedHashMap<>(asked);
        all.put(QueryNames.READER, reader.text());
        return all;
    }

    private static Validated<QueryResult.Found> checked(QueryResult answer) {
        return switch (answer) {
            case QueryResult.Found found -> Validated.valid(found);
            case QueryResult.Part _ -> throw new IllegalStateException("a part of an answer");
            case QueryResult.Missing() -> Validated.refused(Problem.notFound());
            case QueryResult.Behind() -> Validated.refused(Problem.viewBehind());
            case QueryResult.CursorMismatch() -> Validated.refused(Problem.cursorMismatch());
            case QueryResult.BadParameter(FieldError error) ->
                    Validated.refused(
                            Problem.badParameter(
                                    error.pointer().replace("/", ""),
                                    "invalid_parameter",
                                    error.detail()));
            case QueryResult.ShareExceeded() ->
                    Validated.refused(
                            Problem.of(
                                            429,
                                            "too_many_reads",
                                            "The workspaces of the owner have too many reads waiting on this node.")
                                    .retryAfter(1));
            case QueryResult.Unavailable() ->
                    Validated.refused(
                            Problem.unavailable(
                                    "reads_unavailable",
                                    "No read model can be reached at the moment."));
        };
    }
}
