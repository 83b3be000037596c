package io.postrider.api.http;

import io.postrider.domain.kernel.FieldError;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.reads.Reads;
import io.postrider.schemas.json.Json;
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

    private static final int NOT_FOUND = 404;

    private final Reads reads;
    private final PublicAddress address;
    private final RecentWrites recent;

    Queries(Reads reads, PublicAddress address, RecentWrites recent) {
        this.reads = reads;
        this.address = address;
        this.recent = recent;
    }

    /** One resource, with its version as ETag. */
    public Mono<Answer> resource(ApiRequest request, String question, Map<String, String> asked) {
        if (recent.isDeleted(asked)) {
            return Mono.just(Problem.notFound());
        }
        return found(request, question, asked)
                .map(found ->
                        switch (found) {
                            case Checked.Refused<ReadAnswer.Found>(Problem problem) -> problem;
                            case Checked.Valid<ReadAnswer.Found>(ReadAnswer.Found body) ->
                                    body.version() == null
                                            ? Answer.ok(body.body())
                                            : versioned(request, body.body(), body.version());
                        });
    }

    /**
     * One resource as the read models or this node have it, whichever is newer.
     *
     * @param known what this node has; asked last, so that it is never behind what was read
     */
    public Mono<Answer> newest(
            ApiRequest request, String question, String id, Supplier<Optional<Newer>> known) {
        return newest(request, question, id, known, UnaryOperator.identity());
    }

    /**
     * The same with something added to it.
     *
     * @param added what this node alone knows, and what is no part of any version
     */
    public Mono<Answer> newest(
            ApiRequest request,
            String question,
            String id,
            Supplier<Optional<Newer>> known,
            UnaryOperator<ObjectNode> added) {
        return asTheyAre(request, question, Map.of("id", id))
                .map(found ->
                        switch (found) {
                            case Checked.Valid<ReadAnswer.Found>(ReadAnswer.Found read) ->
                                    newer(request, read, known.get(), added);
                            case Checked.Refused<ReadAnswer.Found>(Problem problem) ->
                                    known.get()
                                            .filter(newer -> problem.status() == NOT_FOUND)
                                            .map(newer ->
                                                    shown(request, newer, Json.object(), added))
                                            .orElse(problem);
                        });
    }

    private Answer newer(
            ApiRequest request,
            ReadAnswer.Found read,
            Optional<Newer> known,
            UnaryOperator<ObjectNode> added) {
        Long version = read.version();
        long readVersion = version == null ? 0 : version;
        return known.filter(newer -> newer.version() > readVersion)
                .map(newer -> shown(request, newer, read.body(), added))
                .orElseGet(() -> versioned(request, added.apply(read.body()), readVersion));
    }

    private Answer shown(
            ApiRequest request, Newer newer, ObjectNode read, UnaryOperator<ObjectNode> added) {
        return newer.deleted()
                ? Problem.notFound()
                : versioned(request, added.apply(newer.shown().apply(read)), newer.version());
    }

    /** A resource under its version, or that the caller has it already. */
    public Answer versioned(ApiRequest request, ObjectNode body, long version) {
        String etag = "\"" + version + "\"";
        return switch (Preconditions.expectedVersion(request)) {
            case Checked.Refused<Optional<Long>>(Problem problem) -> problem;
            case Checked.Valid<Optional<Long>>(Optional<Long> expected) -> {
                if (expected.isPresent() && expected.get() != version) {
                    yield Problem.versionMismatch();
                }
                yield Preconditions.isKnown(request.headers(), etag)
                        ? Answer.empty(304).versioned(version)
                        : Answer.ok(body).versioned(version);
            }
        };
    }

    /** A page of a list; the caller's parameters are its filters. */
    public Mono<Answer> list(ApiRequest request, String question, Map<String, String> asked) {
        return list(request, question, asked, UnaryOperator.identity());
    }

    /**
     * The same with something added to each entry.
     *
     * @param added what this node alone knows, and what is no part of any version
     */
    public Mono<Answer> list(
            ApiRequest request,
            String question,
            Map<String, String> asked,
            UnaryOperator<ObjectNode> added) {
        return page(request, question, asked)
                .map(page ->
                        switch (page) {
                            case Checked.Refused<ObjectNode>(Problem problem) -> problem;
                            case Checked.Valid<ObjectNode>(ObjectNode body) -> {
                                for (JsonNode entry : body.path("data")) {
                                    ObjectNode _ = added.apply((ObjectNode) entry);
                                }
                                yield listed(request, body);
                            }
                        });
    }

    /** The body of a page of a list. */
    public Mono<Checked<ObjectNode>> page(
            ApiRequest request, String question, Map<String, String> asked) {
        if (recent.isDeleted(asked)) {
            return Mono.just(Checked.refused(Problem.notFound()));
        }
        Map<String, String> all = new LinkedHashMap<>(request.parameters());
        all.putAll(asked);
        all.remove("format");
        return switch (PageLimit.of(request)) {
            case Checked.Refused<Integer>(Problem problem) -> Mono.just(Checked.refused(problem));
            case Checked.Valid<Integer>(Integer limit) -> {
                all.put("limit", limit.toString());
                yield found(request, question, all)
                        .map(found -> found.then(page -> Checked.valid(page.body())));
            }
        };
    }

    /** What a page is answered with: where the next one is, and a tag of what is on this one. */
    public Answer.Reply listed(ApiRequest request, ObjectNode body) {
        return ListPage.answer(request, body, address);
    }

    /**
     * What is found, or why nothing is answered. Where nothing is found of what was changed on this node a moment ago,
     * the read models are waited for.
     */
    public Mono<Checked<ReadAnswer.Found>> found(
            ApiRequest request, String question, Map<String, String> asked) {
        return asTheyAre(request, question, asked)
                .flatMap(found ->
                        recent.of(asked)
                                .filter(token -> isMissing(found))
                                .map(token -> ask(request, question, asked, Patience.until(token)))
                                .orElse(Mono.just(found)));
    }

    private static boolean isMissing(Checked<ReadAnswer.Found> found) {
        return found instanceof Checked.Refused<ReadAnswer.Found>(Problem problem)
                && problem.status() == NOT_FOUND;
    }

    private Mono<Checked<ReadAnswer.Found>> asTheyAre(
            ApiRequest request, String question, Map<String, String> asked) {
        return switch (Patience.of(request)) {
            case Checked.Refused<Patience>(Problem problem) -> Mono.just(Checked.refused(problem));
            case Checked.Valid<Patience>(Patience patience) ->
                    ask(request, question, asked, patience);
        };
    }

    /** What is found as things are, whatever the caller has seen. */
    public Mono<Checked<ReadAnswer.Found>> foundNow(
            ApiRequest request, String question, Map<String, String> asked) {
        return ask(request, question, asked, Patience.NONE);
    }

    private Mono<Checked<ReadAnswer.Found>> ask(
            ApiRequest request, String question, Map<String, String> asked, Patience patience) {
        ReadQuestion full =
                new ReadQuestion(
                        question,
                        request.workspace(),
                        request.tenant(),
                        asked,
                        patience.token().orElse(null),
                        patience.longest());
        return Mono.fromFuture(reads.ask(full).toCompletableFuture(), true).map(Queries::checked);
    }

    private static Checked<ReadAnswer.Found> checked(ReadAnswer answer) {
        return switch (answer) {
            case ReadAnswer.Found found -> Checked.valid(found);
            case ReadAnswer.Missing() -> Checked.refused(Problem.notFound());
            case ReadAnswer.Behind() -> Checked.refused(Problem.viewBehind());
            case ReadAnswer.CursorMismatch() -> Checked.refused(Problem.cursorMismatch());
            case ReadAnswer.BadParameter(FieldError error) ->
                    Checked.refused(
                            Problem.badParameter(
                                    error.pointer().replace("/", ""),
                                    "invalid_parameter",
                                    error.detail()));
            case ReadAnswer.ShareExceeded() ->
                    Checked.refused(
                            Problem.of(
                                            429,
                                            "too_many_reads",
                                            "As many reads of the workspace wait as may.")
                                    .retryAfter(1));
            case ReadAnswer.Unavailable() ->
                    Checked.refused(
                            Problem.unavailable(
                                    "reads_unavailable", "Nothing can be read at the moment."));
        };
    }
}
