package io.postrider.api.events;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Checked;
import io.postrider.api.http.IdParameters;
import io.postrider.api.http.PageLimit;
import io.postrider.api.http.Printable;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.platform.reads.Questions;
import io.postrider.platform.reads.ReadAnswer;
import io.postrider.schemas.catalogue.EventTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;

/** The operations on the event log. */
final class EventRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/events";
    private static final int OBJECTIONS_MAX = 10;
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final Queries queries;
    private final StreamLimits limits;
    private final StreamLimits.Open open;

    EventRoutes(Queries queries, StreamLimits limits) {
        this.queries = queries;
        this.limits = limits;
        this.open = new StreamLimits.Open(limits);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(PATH)
                        .narrowed("events:read")
                        .taking("types", "after", "limit", "cursor")
                        .producing(MediaType.APPLICATION_JSON, MediaType.TEXT_EVENT_STREAM)
                        .to(this::events),
                ApiRoute.get(PATH + "/{id}").narrowed("events:read").to(this::one));
    }

    /** A buffer of a tenant, for tests. */
    StreamLimits.Buffer buffer(String tenant) {
        return open.buffer(tenant);
    }

    private Mono<Answer> one(ApiRequest request) {
        return request.id(IdKind.EVT)
                .answer(id -> queries.resource(request, Questions.EVENT, Map.of("id", id)));
    }

    private Mono<Answer> events(ApiRequest request) {
        boolean streamed = request.wanted().equals(MediaType.TEXT_EVENT_STREAM);
        return patterns(request)
                .answer(patterns ->
                        streamed
                                ? streamable(request).answer(checked -> stream(checked, patterns))
                                : list(request, patterns));
    }

    private static Checked<List<String>> patterns(ApiRequest request) {
        List<String> given =
                request.parameter("types").stream()
                        .flatMap(types -> Arrays.stream(types.split(",", -1)))
                        .map(String::strip)
                        .toList();
        String objections =
                given.stream()
                        .flatMap(type ->
                                EventTypes.objection(type).stream()
                                        .map(detail -> "'" + Printable.of(type) + "': " + detail))
                        .limit(OBJECTIONS_MAX)
                        .collect(Collectors.joining(" "));
        return objections.isEmpty()
                ? Checked.valid(given.stream().map(EventTypePattern::canonical).toList())
                : Checked.refused(Problem.badParameter("types", "invalid_parameter", objections));
    }

    private Mono<Answer> list(ApiRequest request, List<String> patterns) {
        return IdParameters.checked(request, "after", IdKind.EVT)
                .answer(checked ->
                        queries.list(
                                request,
                                Questions.EVENTS,
                                patterns.isEmpty()
                                        ? Map.of()
                                        : Map.of("types", String.join(",", patterns))));
    }

    /** A stream has no pages, but what is wrong with a list is wrong with a stream. */
    private static Checked<ApiRequest> streamable(ApiRequest request) {
        if (request.parameter("cursor").isPresent()) {
            return Checked.refused(
                    Problem.badParameter(
                            "cursor",
                            "cursor_mismatch",
                            "A cursor belongs to a list. A stream goes on behind after, or behind"
                                    + " Last-Event-ID."));
        }
        return PageLimit.of(request)
                .then(limit -> IdParameters.checked(request, "after", IdKind.EVT));
    }

    private Mono<Answer> stream(ApiRequest request, List<String> patterns) {
        return refusal(request)
                .<Mono<Answer>>map(Mono::just)
                .orElseGet(() -> started(request, patterns));
    }

    private Optional<Problem> refusal(ApiRequest request) {
        return open.refusal(request.tenant(), request.principal().id());
    }

    private Mono<Answer> started(ApiRequest request, List<String> patterns) {
        return start(request)
                .flatMap(start ->
                        start.answer(after -> {
                            EventStream stream =
                                    new EventStream(
                                            queries,
                                            request,
                                            patterns,
                                            after,
                                            limits,
                                            open.buffer(request.tenant()));
                            return stream.look().map(found -> opened(request, stream, found));
                        }));
    }

    private Answer opened(ApiRequest request, EventStream stream, Checked<ReadAnswer.Found> found) {
        return switch (found) {
            case Checked.Refused<ReadAnswer.Found>(Problem problem) -> problem;
            case Checked.Valid<ReadAnswer.Found> _ ->
                    // Asked again: streams that were opened while the events were read count too.
                    refusal(request)
                            .<Answer>map(problem -> problem)
                            .orElseGet(() -> counted(request, stream.open()));
        };
    }

    private Answer counted(ApiRequest request, Answer.Stream stream) {
        return stream.with(
                open.counted(request.tenant(), request.principal().id(), stream.events()));
    }

    /** The event to go on behind: the last one that the caller saw, else the newest there is. */
    private Mono<Checked<String>> start(ApiRequest request) {
        Checked<Optional<String>> seen =
                request.header(LAST_EVENT_ID)
                        .then(EventRoutes::lastSeen)
                        .then(header -> Checked.valid(header.or(() -> request.parameter("after"))));
        return switch (seen) {
            case Checked.Refused<Optional<String>>(Problem problem) ->
                    Mono.just(Checked.refused(problem));
            case Checked.Valid<Optional<String>>(Optional<String> id) ->
                    id.map(given -> Mono.just(Checked.valid(given)))
                            .orElseGet(() -> newest(request));
        };
    }

    /** An empty id is what a client has that saw none. */
    private static Checked<Optional<String>> lastSeen(Optional<String> header) {
        Optional<String> id = header.filter(given -> !given.isEmpty());
        return id.isEmpty() || Id.isA(IdKind.EVT, id.get())
                ? Checked.valid(id)
                : Checked.refused(
                        Problem.of(
                                400,
                                "wrong_id_type",
                                "Last-Event-ID takes an id that begins with evt_."));
    }

    private Mono<Checked<String>> newest(ApiRequest request) {
        return queries.found(request, Questions.EVENTS, Map.of("limit", "1"))
                .map(found -> found.then(page -> Checked.valid(newestOf(page))));
    }

    private static String newestOf(ReadAnswer.Found page) {
        return page.body().path("data").path(0).path("id").asString("");
    }
}
