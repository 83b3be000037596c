package io.postrider.webhooks.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.expressions.EvaluationException;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.web.problem.AppendProblems;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.webhooks.fanout.DeliveryIds;
import io.postrider.webhooks.fanout.EncodedEvent;
import io.postrider.webhooks.fanout.Expressions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the deliveries that a caller asks for and appends them to the log, from which the dispatcher sends them. */
final class DeliveryWriter {

    /** The members of an event that is delivered; in the log it has more. */
    private static final String UNCERTAIN =
            "The delivery is not certainly in the log. Repeat the request.";

    /** The read model of events is never that far behind while it answers. */
    private static final Duration NEW_MAX = Duration.ofMinutes(1);

    private static final Duration EVENT_WAIT = Duration.ofSeconds(5);

    private static final Duration EVENT_PAUSE = Duration.ofMillis(100);

    private final RequestedDeliveries log;
    private final Queries queries;
    private final IdGenerator mint;
    private final Expressions expressions;

    DeliveryWriter(
            RequestedDeliveries log, Queries queries, IdGenerator mint, Expressions expressions) {
        this.log = log;
        this.queries = queries;
        this.mint = mint;
        this.expressions = expressions;
    }

    /**
     * A delivery that is asked for.
     *
     * @param id of the delivery; the same id is delivered once
     * @param webhook as the API shows it
     * @param event as it is delivered, before the webhook transforms it
     */
    record Asked(String id, JsonNode webhook, ObjectNode event, boolean isTest, Instant at) {}

    /** A webhook as the API shows it. */
    Mono<Validated<JsonNode>> webhook(ApiRequest request, String id) {
        return found(request, QueryNames.WEBHOOK, id);
    }

    /** A resource as the API shows it. */
    Mono<Validated<JsonNode>> found(ApiRequest request, String question, String id) {
        return queries.found(request, question, Map.of("id", id))
                .map(found -> found.then(read -> Validated.valid(read.body())));
    }

    /**
     * The id of a delivery that is asked for, the same for every request with the same Idempotency-Key, so that it is sent
     * once.
     *
     * @param of the id of what the delivery is made of
     */
    String id(IdKind kind, String of, Optional<Idempotency> idempotency) {
        return idempotency
                .map(key -> DeliveryIds.derived(kind, of, key.scope()))
                .orElseGet(() -> mint.freshId(IdKind.DLV));
    }

    /**
     * The event of a delivery as it is delivered, from the log; a problem where the caller cannot read it there. The event
     * of a new delivery is waited for, because the read model of events can be behind the one of deliveries.
     */
    Mono<Validated<ObjectNode>> event(ApiRequest request, JsonNode delivery, Instant now) {
        return event(
                request,
                delivery.path("event_id").asString(""),
                Instant.parse(delivery.path("created_at").asString("")),
                now);
    }

    /** The event with an id; one that is new since a time is waited for. */
    Mono<Validated<ObjectNode>> event(ApiRequest request, String id, Instant since, Instant now) {
        Mono<Validated<QueryResult.Found>> found =
                Mono.defer(() -> queries.foundNow(request, QueryNames.EVENT, Map.of("id", id)));
        return (since.plus(NEW_MAX).isAfter(now) ? onceThere(found) : found)
                .map(event -> event.then(read -> Validated.valid(delivered(read.body()))));
    }

    /** An event of the log as it is delivered. */
    static ObjectNode delivered(ObjectNode logged) {
        return logged.retain(EventJson.DELIVERED);
    }

    static Mono<Validated<QueryResult.Found>> onceThere(Mono<Validated<QueryResult.Found>> found) {
        return found.filter(event -> !isMissing(event))
                .repeatWhenEmpty(reads -> reads.delayElements(EVENT_PAUSE))
                .timeout(EVENT_WAIT, found);
    }

    private static boolean isMissing(Validated<QueryResult.Found> event) {
        return event instanceof Validated.Refused<QueryResult.Found>(Problem problem)
                && problem.status() == 404;
    }

    /** Appends a delivery; a problem where the transform of the webhook fails or the log does not take it. */
    Mono<Validated<Delivery>> append(ApiRequest request, Asked asked) {
        return append(request.workspace(), asked, request.traceparent());
    }

    /** The same for a workspace, without a request. */
    Mono<Validated<Delivery>> append(String workspace, Asked asked) {
        return append(workspace, asked, null);
    }

    private Mono<Validated<Delivery>> append(
            String workspace, Asked asked, @Nullable String traceparent) {
        return Mono.fromSupplier(() -> delivery(workspace, asked, traceparent))
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

    private Validated<Delivery> delivery(
            String workspace, Asked asked, @Nullable String traceparent) {
        ObjectNode event = asked.event();
        String type = event.path("type").asString("");
        try {
            EncodedEvent encoded = ShownWebhooks.encoded(expressions, asked.webhook(), event);
            return Validated.valid(
                    new Delivery(
                            asked.id(),
                            workspace,
                            asked.webhook().path("id").asString(""),
                            event.path("id").asString(""),
                            type,
                            asked.at(),
                            encoded.body(),
                            asked.isTest(),
                            null,
                            encoded.headers(),
                            Expressions.runEventType(event),
                            null,
                            traceparent));
        } catch (EvaluationException e) {
            return Validated.refused(Problem.of(422, "transform_failed", ShownWebhooks.reason(e)));
        }
    }
}
