package io.postrider.automation.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.reads.QueryResult;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.StreamLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Streams a run as it goes on: each of its versions, until it has come to its end or ten minutes are over. */
final class RunStream implements ApiRoutes {

    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration LENGTH_MAX = Duration.ofMinutes(10);

    private final Queries queries;
    private final StreamLimits.Open open = new StreamLimits.Open(StreamLimits.DEFAULT);

    RunStream(Queries queries, Bounds bounds) {
        this.queries = queries;
        open.show(bounds, "run_streams");
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(RunRoutes.PATH + "/{id}/stream")
                        .scope("automation.runs:read")
                        .producing(MediaType.TEXT_EVENT_STREAM)
                        .to(this::stream));
    }

    private Mono<ApiResponse> stream(ApiRequest request) {
        String key = request.principal().id();
        return open.refusal(request.tenant(), key)
                .<Mono<ApiResponse>>map(Mono::just)
                .orElseGet(() -> opened(request, key));
    }

    private Mono<ApiResponse> opened(ApiRequest request, String key) {
        return request.id(IdKind.RUN)
                .answer(id ->
                        queries.found(request, "run", Map.of("id", id))
                                .flatMap(found ->
                                        found.answer(first ->
                                                Mono.just(
                                                        ApiResponse.Stream.of(
                                                                open.counted(
                                                                        request.tenant(),
                                                                        key,
                                                                        versions(
                                                                                request,
                                                                                id,
                                                                                first.body())),
                                                                _ -> {})))));
    }

    private Flux<ServerSentEvent<String>> versions(
            ApiRequest request, String id, ObjectNode first) {
        return Flux.interval(POLL, POLL)
                .onBackpressureDrop()
                .concatMap(_ -> read(request, id), 1)
                .startWith(first)
                .distinctUntilChanged(run -> run.path("version").asLong(0))
                .takeUntil(run -> run.path("ended_at").isString())
                .take(LENGTH_MAX)
                .map(RunStream::event);
    }

    private Mono<ObjectNode> read(ApiRequest request, String id) {
        return queries.foundNow(request, "run", Map.of("id", id))
                .mapNotNull(found ->
                        found instanceof Validated.Valid<QueryResult.Found>(QueryResult.Found shown)
                                ? shown.body()
                                : null);
    }

    private static ServerSentEvent<String> event(ObjectNode run) {
        return ServerSentEvent.<String>builder()
                .id(run.path("version").asString(""))
                .event("run")
                .data(run.toString())
                .build();
    }
}
