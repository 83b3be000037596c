package io.postrider.automation.publishing;

import io.postrider.automation.publishing.InboundData.Made;
import io.postrider.automation.publishing.InboundEvents.Result;
import io.postrider.automation.publishing.InboundEvents.Sent;
import io.postrider.domain.automation.Endpoint;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The responses of endpoints: immediate ones, or those of a rule. */
public final class InboundAnswers {

    /** The gateway that reads runs. */
    private static final String RUN = "/v1/runs/";

    private static final int AT_ONCE = 32;
    private static final Duration RESPONSE_MAX = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(20);

    private final InboundEvents events;
    private final Queries queries;

    public InboundAnswers(InboundEvents events, Queries queries) {
        this.events = events;
        this.queries = queries;
    }

    /** Publishes a request, or an entry of a list once more. */
    Mono<ApiResponse> of(Endpoint endpoint, Sent sent) {
        return sent.batch() ? batch(endpoint, sent) : one(endpoint, sent);
    }

    private Mono<ApiResponse> one(Endpoint endpoint, Sent sent) {
        return switch (read(sent)) {
            case Validated.Refused<InboundBody>(Problem problem) -> unread(endpoint, sent, problem);
            case Validated.Valid<InboundBody>(InboundBody body) -> published(endpoint, sent, body);
        };
    }

    private static Validated<InboundBody> read(Sent sent) {
        return sent.index() == null
                ? InboundBody.read(sent.sender(), sent.headers(), sent.body())
                : InboundBody.json(sent.body())
                        .then(json -> InboundBody.entry(sent.headers(), json));
    }

    private Mono<ApiResponse> published(Endpoint endpoint, Sent sent, InboundBody body) {
        return events.publish(endpoint, sent, body)
                .flatMap(result ->
                        switch (result) {
                            case Result.Refused(Problem problem) -> Mono.just(problem);
                            case Result.Published event ->
                                    endpoint.intake().answersWithRun()
                                            ? responded(endpoint, event)
                                            : Mono.just(accepted(event));
                        });
    }

    /** Lists a request that may not publish, and refuses it. */
    ApiResponse turnedAway(Endpoint endpoint, Sent sent, Problem problem) {
        events.turnedAway(endpoint, sent, problem);
        return problem;
    }

    private Mono<ApiResponse> unread(Endpoint endpoint, Sent sent, Problem problem) {
        return events.rejected(endpoint, sent, problem).thenReturn(problem);
    }

    private static ApiResponse.Reply accepted(Result.Published event) {
        return ApiResponse.ok(json(event)).under(event.duplicate() ? 200 : 202);
    }

    private static ObjectNode json(Result.Published event) {
        return Json.object()
                .put("object", "published_event")
                .put("id", event.id())
                .put("type", event.type())
                .put("duplicate", event.duplicate())
                .set("warnings", InboundEvents.faults(event.warnings()));
    }

    /** Publishes each entry of a list; one that is refused keeps no other from being published. */
    private Mono<ApiResponse> batch(Endpoint endpoint, Sent sent) {
        return switch (InboundBody.entries(sent.body())) {
            case Validated.Refused<List<JsonNode>>(Problem problem) ->
                    unread(endpoint, sent, problem);
            case Validated.Valid<List<JsonNode>>(List<JsonNode> entries) ->
                    Flux.fromIterable(entries)
                            .index((index, entry) ->
                                    result(
                                            endpoint,
                                            sent.entry(index, entry),
                                            InboundBody.entry(sent.headers(), entry)))
                            .flatMapSequential(Function.identity(), AT_ONCE)
                            .collectList()
                            .map(results -> {
                                ObjectNode list = Json.object().put("object", "published_events");
                                results.forEach(list.putArray("data")::add);
                                return ApiResponse.ok(list).under(207);
                            });
        };
    }

    private Mono<ObjectNode> result(Endpoint endpoint, Sent sent, Validated<InboundBody> body) {
        Mono<Result> done =
                switch (body) {
                    case Validated.Refused<InboundBody>(Problem problem) ->
                            events.rejected(endpoint, sent, problem);
                    case Validated.Valid<InboundBody>(InboundBody read) ->
                            events.publish(endpoint, sent, read);
                };
        return done.map(result ->
                switch (result) {
                    case Result.Published event ->
                            json(event).put("status", event.duplicate() ? 200 : 202);
                    case Result.Refused(Problem problem) -> refused(problem);
                });
    }

    private static ObjectNode refused(Problem problem) {
        return Json.object()
                .put("object", "published_event")
                .put("status", problem.status())
                .put("code", problem.code())
                .put("detail", problem.detail());
    }

    /** The event that a request would make; nothing is published. */
    Mono<ApiResponse> tried(Endpoint endpoint, Sent sent) {
        return read(sent)
                .answer(body ->
                        events.made(endpoint, sent, body)
                                .flatMap(checked ->
                                        checked.answer(
                                                made -> Mono.just(ApiResponse.ok(trial(made))))));
    }

    private static ObjectNode trial(Made made) {
        ObjectNode node = Json.object().put("object", "endpoint_test");
        node.put("type", made.type());
        node.set("data", made.data());
        node.set("warnings", InboundEvents.faults(made.warnings()));
        return node;
    }

    /** The response of the first run that makes one; after ten seconds the event alone, with the place of its run. */
    private Mono<ApiResponse> responded(Endpoint endpoint, Result.Published event) {
        return Mono.defer(() -> runs(endpoint, event))
                .flatMap(runs -> Mono.justOrEmpty(response(runs)))
                .repeatWhenEmpty(polls -> polls.delayElements(POLL))
                .<ApiResponse>map(ApiResponse::ok)
                .timeout(RESPONSE_MAX, runs(endpoint, event).map(runs -> late(event, runs)));
    }

    private Mono<JsonNode> runs(Endpoint endpoint, Result.Published event) {
        return queries.foundNow(
                        endpoint.workspace(), "runs", Map.of("event_id", event.id(), "limit", "20"))
                .map(found ->
                        found instanceof Validated.Valid<QueryResult.Found>(QueryResult.Found page)
                                ? page.body().path("data")
                                : Json.mapper().createArrayNode());
    }

    private static Optional<ObjectNode> response(JsonNode runs) {
        return runs.valueStream()
                .flatMap(run -> run.path("steps").valueStream())
                .filter(step -> step.path("type").asString("").equals("respond"))
                .map(step -> step.path("output"))
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .findFirst();
    }

    private static ApiResponse late(Result.Published event, JsonNode runs) {
        ApiResponse.Reply accepted = accepted(event);
        String run = runs.path(0).path("id").asString("");
        return run.isEmpty() ? accepted : accepted.with("Location", RUN + run);
    }
}
