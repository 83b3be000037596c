package io.postrider.webhooks.api;

import static java.util.Objects.requireNonNullElse;

import io.postrider.expressions.EvaluationException;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.AppendProblems;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.webhooks.fanout.Expressions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the deliveries that a caller asks for and appends them to the log, from which the dispatcher sends them. */
final class DeliveryWriter {

    /** The members of an event that is delivered; in the log it has more. */
    private static final List<String> DELIVERED =
            List.of("id", "type", "timestamp", "workspace", "data");

    private static final String UNCERTAIN =
            "The delivery is not certainly in the log. Repeat the request.";

    private final RequestedDeliveries log;
    private final Queries queries;
    private final Expressions expressions = new Expressions();

    DeliveryWriter(RequestedDeliveries log, Queries queries) {
        this.log = log;
        this.queries = queries;
    }

    /**
     * A delivery that is asked for.
     *
     * @param id of the delivery; the same id is delivered once
     * @param webhook as the API shows it
     * @param event as it is delivered, before the webhook transforms it
     */
    record Asked(String id, JsonNode webhook, ObjectNode event, boolean isTest, Instant at) {}

    /** The event of a delivery as it is delivered, from the log; a problem where the caller cannot read it there. */
    Mono<Validated<ObjectNode>> event(ApiRequest request, JsonNode delivery) {
        String id = delivery.path("event_id").asString("");
        return queries.foundNow(request, QueryNames.EVENT, Map.of("id", id))
                .map(found -> found.then(event -> Validated.valid(event.body().retain(DELIVERED))));
    }

    /** Appends a delivery; a problem where the transform of the webhook fails or the log does not take it. */
    Mono<Validated<Delivery>> append(ApiRequest request, Asked asked) {
        return Mono.fromSupplier(() -> delivery(request, asked))
                // A transform may take its time.
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(made -> made.thenLater(this::append));
    }

    private Mono<Validated<Delivery>> append(Delivery delivery) {
        return Mono.fromCompletionStage(() -> log.append(delivery))
                .map(result ->
                        AppendProblems.of(result, UNCERTAIN)
                                .map(Validated::<Delivery>refused)
                                .orElseGet(() -> Validated.valid(delivery)));
    }

    private Validated<Delivery> delivery(ApiRequest request, Asked asked) {
        ObjectNode event = asked.event();
        String type = event.path("type").asString("");
        try {
            return Validated.valid(
                    new Delivery(
                            asked.id(),
                            request.workspace(),
                            asked.webhook().path("id").asString(""),
                            event.path("id").asString(""),
                            type,
                            asked.at(),
                            body(asked.webhook().path("transform").stringValue(null), event),
                            asked.isTest(),
                            null,
                            event.at("/data/event_type").stringValue(null)));
        } catch (EvaluationException e) {
            return Validated.refused(
                    Problem.of(
                            422,
                            "transform_failed",
                            requireNonNullElse(e.getMessage(), "The transform failed.")));
        }
    }

    private byte[] body(@Nullable String transform, ObjectNode event) throws EvaluationException {
        return transform == null
                ? Json.bytes(event)
                : expressions.transformed(
                        transform,
                        Instant.parse(event.path("timestamp").asString("")),
                        event.path("id").asString(""),
                        event);
    }
}
