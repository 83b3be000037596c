package io.postrider.api.events;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.catalogue.EventTypes;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.DisplayText;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.IdParameters;
import io.postrider.web.route.PageLimit;
import io.postrider.web.server.StreamLimits;
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

    /** Shows how much of the bounds of streams is used. */
    void show(Bounds bounds) {
        open.show(bounds, "event_streams");
    }

    /** A buffer of a tenant, for tests. */
    StreamLimits.Buffer buffer(String tenant) {
        return open.buffer(tenant);
    }

    private Mono<ApiResponse> one(ApiRequest request) {
        return request.id(IdKind.EVT)
                .answer(id -> queries.resource(request, QueryNames.EVENT, Map.of("id", id)));
    }

    private Mono<ApiResponse> events(ApiRequest request) {
        boolean streamed = request.wanted().equals(MediaType.TEXT_EVENT_STREAM);
        return patterns(request)
                .answer(patterns ->
                        streamed
                                ? streamable(request).answer(checked -> stream(checked, patterns))
                                : list(request, patterns));
    }

    private static Validated<List<String>> patterns(ApiRequest request) {
        List<String> given =
                request.parameter("types").stream()
                        .flatMap(types -> Arrays.stream(types.split(",", -1)))
                        .map(String::strip)
                        .toList();
        String objections =
                given.stream()
                        .flatMap(type ->
                                EventTypes.objection(type).stream()
                                        .map(detail -> "'" + DisplayText.of(type) + "': " + detail))
                        .limit(OBJECTIONS_MAX)
                        .collect(Collectors.joining(" "));
        return objections.isEmpty()
                ? Validated.valid(given.stream().map(EventTypePattern::canonical).toList())
                : Validated.refused(Problem.badParameter("types", "invalid_parameter", objections));
    }

    private Mono<ApiResponse> list(ApiRequest request, List<String> patterns) {
        return IdParameters.checked(request, "after", IdKind.EVT)
                .answer(checked ->
                        queries.list(
                                request,
                                QueryNames.EVENTS,
                                patterns.isEmpty()
                                        ? Map.of()
                                        : Map.of("types", String.join(",", patterns))));
    }

    /** A stream has no pages, but its parameters are validated like those of a list. */
    private static Validated<ApiRequest> streamable(ApiRequest request) {
        if (request.parameter("cursor").isPresent()) {
            return Validated.refused(
                    Problem.badParameter(
                            "cursor",
                            "cursor_mismatch",
                            "A stream does not accept a cursor. To resume, send after or Last-Event-ID."
                                    + " Last-Event-ID."));
        }
        return PageLimit.of(request)
                .then(limit -> IdParameters.checked(request, "after", IdKind.EVT));
    }

    private Mono<ApiResponse> stream(ApiRequest request, List<String> patterns) {
        return refusal(request)
                .<Mono<ApiResponse>>map(Mono::just)
                .orElseGet(() -> started(request, patterns));
    }

    private Optional<Problem> refusal(ApiRequest request) {
        return open.refusal(request.tenant(), request.principal().id());
    }

    private Mono<ApiResponse> started(ApiRequest request, List<String> patterns) {
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

    private ApiResponse opened(
            ApiRequest request, EventStream stream, Validated<QueryResult.Found> found) {
        return switch (found) {
            case Validated.Refused<QueryResult.Found>(Problem problem) -> problem;
            case Validated.Valid<QueryResult.Found> _ ->
                    // Checked again: streams that were opened while the events were read count too.
                    refusal(request)
                            .<ApiResponse>map(problem -> problem)
                            .orElseGet(() -> counted(request, stream.open()));
        };
    }

    private ApiResponse counted(ApiRequest request, ApiResponse.Stream stream) {
        return stream.with(
                open.counted(request.tenant(), request.principal().id(), stream.events()));
    }

    /** The event after which the stream begins: the last one that the caller has received, or else the newest one. */
    private Mono<Validated<String>> start(ApiRequest request) {
        Validated<Optional<String>> seen =
                request.header(LAST_EVENT_ID)
                        .then(EventRoutes::lastSeen)
                        .then(header ->
                                Validated.valid(header.or(() -> request.parameter("after"))));
        return switch (seen) {
            case Validated.Refused<Optional<String>>(Problem problem) ->
                    Mono.just(Validated.refused(problem));
            case Validated.Valid<Optional<String>>(Optional<String> id) ->
                    id.map(given -> Mono.just(Validated.valid(given)))
                            .orElseGet(() -> newest(request));
        };
    }

    /** A client that has not received an event sends an empty id. */
    private static Validated<Optional<String>> lastSeen(Optional<String> header) {
        Optional<String> id = header.filter(given -> !given.isEmpty());
        return id.isEmpty() || Id.isA(IdKind.EVT, id.get())
                ? Validated.valid(id)
                : Validated.refused(
                        Problem.of(
                                400,
                                "wrong_id_type",
                                "Expected an ID that begins with evt_ in Last-Event-ID."));
    }

    private Mono<Validated<String>> newest(ApiRequest request) {
        return queries.found(request, QueryNames.EVENTS, Map.of("limit", "1"))
                .map(found -> found.then(page -> Validated.valid(newestOf(page))));
    }

    private static String newestOf(QueryResult.Found page) {
        return page.body().path("data").path(0).path("id").asString("");
    }
}
