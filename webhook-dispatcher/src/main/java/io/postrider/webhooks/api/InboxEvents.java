package io.postrider.webhooks.api;

import io.postrider.expressions.EvaluationException;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.route.ApiRequest;
import io.postrider.webhooks.fanout.EncodedEvent;
import io.postrider.webhooks.fanout.Expressions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The deliveries of an inbox with their events, in the format and by the transform that the webhook has now. */
final class InboxEvents {

    private static final int CONCURRENT = 8;

    /** The error of a delivery whose event is in the log no more. */
    private static final String EVENT_NOT_FOUND = "event_not_found";

    private final IdGenerator mint;
    private final DeliveryWriter deliveries;
    private final Expressions expressions;

    InboxEvents(IdGenerator mint, DeliveryWriter deliveries, Expressions expressions) {
        this.mint = mint;
        this.deliveries = deliveries;
        this.expressions = expressions;
    }

    /**
     * The entries of a page, in its order; a problem where the events cannot be read now.
     *
     * @param webhook as the API shows it
     * @param page deliveries as the API shows them
     */
    Mono<Validated<List<ObjectNode>>> of(
            ApiRequest request, JsonNode webhook, List<JsonNode> page) {
        return Flux.fromIterable(page)
                .flatMapSequential(delivery -> entry(request, webhook, delivery), CONCURRENT)
                .collectList()
                .map(Validated::all);
    }

    private Mono<Validated<ObjectNode>> entry(
            ApiRequest request, JsonNode webhook, JsonNode delivery) {
        return deliveries
                .event(request, delivery, mint.now())
                .flatMap(found ->
                        switch (found) {
                            case Validated.Valid<ObjectNode>(ObjectNode event) ->
                                    // A transform may take its time.
                                    Mono.fromSupplier(() -> encoded(webhook, delivery, event))
                                            .map(Validated::valid)
                                            .subscribeOn(Schedulers.boundedElastic());
                            case Validated.Refused<ObjectNode>(Problem problem) ->
                                    Mono.just(
                                            problem.status() == 404
                                                    ? Validated.valid(
                                                            entry(delivery, null, EVENT_NOT_FOUND))
                                                    : Validated.refused(problem));
                        });
    }

    private ObjectNode encoded(JsonNode webhook, JsonNode delivery, ObjectNode event) {
        try {
            return entry(delivery, ShownWebhooks.encoded(expressions, webhook, event), null);
        } catch (EvaluationException e) {
            return entry(delivery, null, ShownWebhooks.reason(e));
        }
    }

    private static ObjectNode entry(
            JsonNode delivery, @Nullable EncodedEvent encoded, @Nullable String error) {
        ObjectNode entry = Json.object().put("object", "inbox_entry");
        entry.set("delivery_id", delivery.path("id"));
        for (String name : List.of("event_id", "event_type", "state", "attempts", "created_at")) {
            entry.set(name, delivery.path(name));
        }
        Map<String, String> headers = new TreeMap<>();
        if (encoded != null) {
            headers.putAll(encoded.headers());
            headers.putIfAbsent("content-type", "application/json");
        }
        entry.set("headers", Json.texts(headers));
        entry.set("event", encoded == null ? null : Json.mapper().readTree(encoded.body()));
        entry.put("error", error);
        return entry;
    }
}
