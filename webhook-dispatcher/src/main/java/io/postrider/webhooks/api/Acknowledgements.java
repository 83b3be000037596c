package io.postrider.webhooks.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.AppendProblems;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Ends deliveries that a consumer has pulled: appends {@link Attempt#ACKNOWLEDGED} for each to the log of attempts, by which the
 * dispatcher removes it from its queue and the read models show it as delivered.
 */
final class Acknowledgements {

    private static final int CONCURRENT = 8;

    private static final String ACKNOWLEDGED = "acknowledged";
    private static final String NOT_FOUND = "not_found";

    private static final String UNCERTAIN =
            "The acknowledgements are not certainly in the log. Repeat the request.";

    /** The response waits so long until reads include the acknowledgements; they are durable before. */
    private static final Duration READ_WAIT = Duration.ofSeconds(5);

    private static final Duration READ_PAUSE = Duration.ofMillis(50);

    private final AcknowledgedDeliveries log;
    private final Queries queries;
    private final IdGenerator mint;
    private final DeliveryWriter deliveries;

    Acknowledgements(
            AcknowledgedDeliveries log,
            Queries queries,
            IdGenerator mint,
            DeliveryWriter deliveries) {
        this.log = log;
        this.queries = queries;
        this.mint = mint;
        this.deliveries = deliveries;
    }

    /**
     * What is known of a delivery before its acknowledgement.
     *
     * @param status as the response shows it
     * @param delivery as the API shows it; null unless it has not ended
     */
    private record Asked(String id, String status, @Nullable JsonNode delivery) {}

    /**
     * Acknowledges deliveries and responds with the status of each.
     *
     * @param webhook the id of an existing one
     * @param ids without duplicates
     */
    Mono<ApiResponse> of(ApiRequest request, String webhook, List<String> ids) {
        return Flux.fromIterable(ids)
                .flatMapSequential(id -> asked(request, webhook, id), CONCURRENT)
                .collectList()
                .flatMap(asked ->
                        Validated.all(asked).answer(all -> acknowledge(request, webhook, all)));
    }

    /** A delivery of another webhook or workspace, or of an event that the caller may not read, is unknown. */
    private Mono<Validated<Asked>> asked(ApiRequest request, String webhook, String id) {
        return deliveries
                .found(request, QueryNames.DELIVERY, id)
                .map(found ->
                        switch (found) {
                            case Validated.Valid<JsonNode>(JsonNode delivery) ->
                                    Validated.valid(
                                            delivery.path("webhook_id").asString("").equals(webhook)
                                                    ? asked(id, delivery)
                                                    : new Asked(id, NOT_FOUND, null));
                            case Validated.Refused<JsonNode>(Problem problem) ->
                                    problem.status() == 404
                                            ? Validated.valid(new Asked(id, NOT_FOUND, null))
                                            : Validated.refused(problem);
                        });
    }

    private static Asked asked(String id, JsonNode delivery) {
        return switch (delivery.path("state").asString("")) {
            case "delivered" -> new Asked(id, delivered(delivery), null);
            case "exhausted" -> new Asked(id, "exhausted", null);
            // Whether the webhook receives the event of a failed one is not known yet.
            default ->
                    isFailed(delivery)
                            ? new Asked(id, "held", null)
                            : new Asked(id, ACKNOWLEDGED, delivery);
        };
    }

    private static String delivered(JsonNode delivery) {
        return delivery.path("acknowledged_at").isNull() ? "delivered" : ACKNOWLEDGED;
    }

    private static boolean isFailed(JsonNode delivery) {
        return delivery.path("attempts").asInt(0) == 0 && !delivery.path("last_error").isNull();
    }

    private Mono<ApiResponse> acknowledge(ApiRequest request, String webhook, List<Asked> asked) {
        List<JsonNode> open =
                asked.stream().map(Asked::delivery).flatMap(Stream::ofNullable).toList();
        return Flux.fromIterable(open)
                .flatMapSequential(
                        delivery ->
                                Mono.fromCompletionStage(
                                        () -> log.append(acknowledgement(request, delivery))),
                        open.size() + 1)
                .collectList()
                .flatMap(results ->
                        problem(results)
                                .<Mono<ApiResponse>>map(Mono::just)
                                .orElseGet(() ->
                                        isRead(request, open)
                                                .thenReturn(response(webhook, asked))));
    }

    private static Optional<Problem> problem(List<Append> results) {
        return results.stream()
                .flatMap(result -> AppendProblems.of(result, UNCERTAIN).stream())
                .findFirst();
    }

    private Attempt acknowledgement(ApiRequest request, JsonNode delivery) {
        return new Attempt(
                mint.freshId(IdKind.ATT),
                delivery.path("id").asString(""),
                request.workspace(),
                delivery.path("webhook_id").asString(""),
                delivery.path("event_id").asString(""),
                delivery.path("event_type").asString(""),
                delivery.path("attempts").asInt(0),
                mint.now().truncatedTo(ChronoUnit.MILLIS),
                0,
                Attempt.ACKNOWLEDGED,
                null,
                null,
                Map.of(),
                Map.of(),
                null,
                false,
                null);
    }

    /** Waits for the last one; those of a webhook are in one partition. */
    private Mono<Boolean> isRead(ApiRequest request, List<JsonNode> open) {
        if (open.isEmpty()) {
            return Mono.just(true);
        }
        Map<String, String> last = Map.of("id", open.getLast().path("id").asString(""));
        return Mono.defer(() -> queries.foundNow(request, QueryNames.DELIVERY, last))
                .filter(Acknowledgements::isDelivered)
                .map(_ -> true)
                .repeatWhenEmpty(reads -> reads.delayElements(READ_PAUSE))
                .timeout(READ_WAIT, Mono.just(false));
    }

    private static boolean isDelivered(Validated<QueryResult.Found> found) {
        return found instanceof Validated.Valid<QueryResult.Found>(var read)
                && read.body().path("state").asString("").equals("delivered");
    }

    private static ApiResponse response(String webhook, List<Asked> asked) {
        ObjectNode body = Json.object().put("object", "inbox_acknowledgement");
        body.put("webhook_id", webhook);
        ArrayNode results = body.putArray("results");
        asked.forEach(each ->
                results.addObject().put("delivery_id", each.id()).put("status", each.status()));
        return ApiResponse.ok(body);
    }
}
