package io.postrider.api.events;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Queries;
import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.node.ObjectNode;

/**
 * One caller's stream of events, oldest first, from a place in the log on without an end.
 *
 * <p>It asks for everything and leaves out what is not wanted itself: then its place moves with the log, and nothing is
 * looked through twice however rarely something is wanted.
 */
final class EventStream {

    private static final String PAGE = "100";

    private final Queries queries;
    private final ApiRequest request;
    private final List<String> patterns;
    private final StreamLimits limits;
    private volatile String after;
    private volatile boolean more;

    /**
     * @param patterns what is wanted; empty means everything
     * @param after the event to go on behind; empty means from the first
     */
    EventStream(
            Queries queries,
            ApiRequest request,
            List<String> patterns,
            String after,
            StreamLimits limits) {
        this.queries = queries;
        this.request = request;
        this.patterns = patterns;
        this.after = after;
        this.limits = limits;
    }

    /** Looks once, to learn whether the place exists at all. */
    Mono<Checked<List<ObjectNode>>> look() {
        return queries.foundNow(request, Questions.EVENTS, Map.of("after", after, "limit", PAGE))
                .map(found -> found.then(page -> Checked.valid(wanted(page))));
    }

    /**
     * The stream itself.
     *
     * @param first what {@link #look} found
     */
    Flux<ServerSentEvent<String>> open(List<ObjectNode> first) {
        Sinks.Empty<Void> end = Sinks.empty();
        Flux<ServerSentEvent<String>> heartbeats =
                Flux.interval(limits.heartbeat())
                        .onBackpressureDrop()
                        .map(beat -> ServerSentEvent.<String>builder().comment("alive").build())
                        .takeUntilOther(end.asMono());
        Flux<ObjectNode> events =
                Flux.fromIterable(first)
                        .concatWith(following())
                        .doFinally(signal -> end.emitEmpty(Sinks.EmitFailureHandler.FAIL_FAST));
        // The first comment sends the head of the response at once.
        ServerSentEvent<String> hello = ServerSentEvent.<String>builder().comment("open").build();
        return Flux.merge(events.map(EventStream::sent), heartbeats).startWith(hello);
    }

    private Flux<ObjectNode> following() {
        return Mono.defer(this::look)
                .flatMapIterable(found ->
                        found instanceof Checked.Valid<List<ObjectNode>>(var events)
                                ? events
                                : List.of())
                .repeatWhen(
                        looks -> looks.concatMap(count -> more ? Mono.just(count) : later(count)))
                .delaySubscription(later(0L));
    }

    private Mono<Long> later(Long count) {
        return Mono.just(count).delayElement(limits.poll());
    }

    private List<ObjectNode> wanted(ReadAnswer.Found page) {
        List<ObjectNode> wanted = new ArrayList<>();
        page.body()
                .path("data")
                .forEach(node -> {
                    ObjectNode event = (ObjectNode) node;
                    after = event.path("id").stringValue();
                    if (isWanted(event.path("type").stringValue())) {
                        wanted.add(event);
                    }
                });
        more = page.body().path("has_more").asBoolean(false);
        return wanted;
    }

    private boolean isWanted(String type) {
        return patterns.isEmpty() || EventTypePattern.anyMatches(patterns, type);
    }

    private static ServerSentEvent<String> sent(ObjectNode event) {
        return ServerSentEvent.<String>builder()
                .id(event.path("id").stringValue())
                .event(event.path("type").stringValue())
                .data(Json.mapper().writeValueAsString(event))
                .build();
    }
}
