package io.postrider.api.events;

import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.server.StreamLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

/**
 * A caller's stream of events, oldest first, from a position in the log without end.
 *
 * <p>It reads all events and filters them itself: then its position moves with the log, and no event is read twice, however
 * rare the wanted events are.
 */
final class EventStream {

    /** Events can be large, and the page is held while it is read. */
    private static final int PAGE = 25;

    /** A stream without room reads one event at a time, and ever more rarely. */
    private static final Duration PAUSE_MAX = Duration.ofSeconds(4);

    private static final int BAD_REQUEST = 400;

    private final Queries queries;
    private final ApiRequest request;
    private final List<String> patterns;
    private final StreamLimits limits;
    private final StreamLimits.Buffer buffer;
    private volatile String after;

    /** Whether the next page is read at once. */
    private volatile boolean more;

    /** Whether the buffer had no room for the next event. */
    private volatile boolean full;

    private volatile Duration pause;

    /** Whether no further page can be read. */
    private volatile boolean over;

    /**
     * @param patterns patterns of the wanted types; empty for all
     * @param after the event after which the stream begins; empty for the first one
     * @param buffer for events that wait to be written
     */
    EventStream(
            Queries queries,
            ApiRequest request,
            List<String> patterns,
            String after,
            StreamLimits limits,
            StreamLimits.Buffer buffer) {
        this.queries = queries;
        this.request = request;
        this.patterns = patterns;
        this.after = after;
        this.limits = limits;
        this.pause = limits.poll();
        this.buffer = buffer;
    }

    /** Checks that the place to go on behind exists. */
    Mono<Validated<QueryResult.Found>> look() {
        return queries.foundNow(request, QueryNames.EVENTS, Map.of("after", after, "limit", "1"));
    }

    /** The stream itself. */
    ApiResponse.Stream open() {
        Sinks.Empty<Void> end = Sinks.empty();
        Flux<ServerSentEvent<String>> heartbeats =
                Flux.interval(limits.heartbeat())
                        .onBackpressureDrop()
                        .map(beat -> ServerSentEvent.<String>builder().comment("alive").build())
                        .takeUntilOther(end.asMono());
        Flux<ServerSentEvent<String>> events =
                following()
                        .doFinally(signal -> {
                            buffer.close();
                            end.emitEmpty(Sinks.EmitFailureHandler.FAIL_FAST);
                        });
        // The first comment sends the head of the response at once.
        ServerSentEvent<String> hello = ServerSentEvent.<String>builder().comment("open").build();
        return ApiResponse.Stream.of(
                Flux.merge(1, events, heartbeats).startWith(hello),
                event -> buffer.release(ApiResponse.Stream.bytes(event)));
    }

    private Flux<ServerSentEvent<String>> following() {
        return Mono.defer(this::page)
                // The next steps, such as reading the next page, must not occupy the thread that
                // has read this one.
                .publishOn(Schedulers.parallel())
                .flatMapIterable(events -> events)
                .repeatWhen(looks ->
                        looks.takeWhile(_ -> !over)
                                .concatMap(count ->
                                        more
                                                ? Mono.just(count)
                                                : Mono.just(count).delayElement(pause)));
    }

    private Mono<List<ServerSentEvent<String>>> page() {
        String limit = Integer.toString(full ? 1 : PAGE);
        return queries.foundNow(request, QueryNames.EVENTS, Map.of("after", after, "limit", limit))
                .map(found ->
                        switch (found) {
                            case Validated.Valid<QueryResult.Found>(var page) -> buffered(page);
                            case Validated.Refused<QueryResult.Found>(Problem problem) ->
                                    refused(problem);
                        });
    }

    /**
     * Repeats a rejected read after a pause. A position that the log does not contain any more ends the stream; the client gets
     * the problem when it reconnects.
     */
    private List<ServerSentEvent<String>> refused(Problem problem) {
        more = false;
        over = problem.status() == BAD_REQUEST;
        return List.of();
    }

    /** The wanted events of a page as far as the buffer has room; the next page begins behind them. */
    private List<ServerSentEvent<String>> buffered(QueryResult.Found page) {
        List<ServerSentEvent<String>> events = new ArrayList<>();
        for (JsonNode event : page.body().path("data")) {
            if (isWanted(event.path("type").asString(""))) {
                ServerSentEvent<String> sent = sent(event);
                if (!buffer.take(ApiResponse.Stream.bytes(sent))) {
                    waitForRoom(events.isEmpty());
                    return events;
                }
                events.add(sent);
            }
            after = event.path("id").asString("");
        }
        full = false;
        pause = limits.poll();
        more = page.body().path("has_more").asBoolean(false);
        return events;
    }

    /**
     * @param forNone whether not a single event had room
     */
    private void waitForRoom(boolean forNone) {
        Duration doubled = pause.multipliedBy(2);
        pause = full && doubled.compareTo(PAUSE_MAX) < 0 ? doubled : pause;
        full = forNone;
        more = !forNone;
    }

    private boolean isWanted(String type) {
        return patterns.isEmpty() || EventTypePattern.anyMatches(patterns, type);
    }

    private static ServerSentEvent<String> sent(JsonNode event) {
        return ServerSentEvent.<String>builder()
                .id(event.path("id").asString(""))
                .event(event.path("type").asString(""))
                .data(Json.mapper().writeValueAsString(event))
                .build();
    }
}
