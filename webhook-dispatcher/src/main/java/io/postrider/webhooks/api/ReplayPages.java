package io.postrider.webhooks.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.Replay;
import io.postrider.expressions.EvaluationException;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.Queries;
import io.postrider.webhooks.api.DeliveryWriter.Asked;
import io.postrider.webhooks.fanout.DeliveryIds;
import io.postrider.webhooks.fanout.Expressions;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Goes through the deliveries of a webhook page by page, and counts or sends again those that a replay is for. */
final class ReplayPages {

    static final int PAGE_MAX = 100;

    private static final int CONCURRENT = 8;

    private final Queries queries;
    private final IdGenerator mint;
    private final DeliveryWriter deliveries;
    private final Expressions expressions;

    ReplayPages(
            Queries queries, IdGenerator mint, DeliveryWriter deliveries, Expressions expressions) {
        this.queries = queries;
        this.mint = mint;
        this.deliveries = deliveries;
        this.expressions = expressions;
    }

    /**
     * The result of a page.
     *
     * @param cursor the place after the page; null if no further delivery can match
     */
    record Page(long requested, long skipped, @Nullable String cursor) {}

    private enum Result {
        REQUESTED,
        /** It matches and cannot be sent. */
        SKIPPED,
        NO_MATCH
    }

    /** Does with an event what the replay is for. */
    private interface Work {
        Mono<Validated<Result>> on(ObjectNode event);
    }

    /** Counts the matches of a page. */
    Mono<Validated<Page>> counted(Replay replay, @Nullable String cursor) {
        return page(replay, cursor, PAGE_MAX)
                .flatMap(found -> found.thenLater(page -> worked(replay, page, null)));
    }

    /**
     * Sends the matches of a page again. The delivery of an event has an id that follows from the replay, so an event is sent
     * once, however often its page is read.
     */
    Mono<Validated<Page>> sent(Replay replay, @Nullable String cursor, int limit) {
        return found(replay, QueryNames.WEBHOOK, Map.of("id", replay.webhookId()))
                .flatMap(found ->
                        found.thenLater(webhook ->
                                page(replay, cursor, limit)
                                        .flatMap(listed ->
                                                listed.thenLater(page ->
                                                        worked(
                                                                replay,
                                                                page,
                                                                event ->
                                                                        send(
                                                                                replay, webhook,
                                                                                event))))));
    }

    private Mono<Validated<ObjectNode>> page(Replay replay, @Nullable String cursor, int limit) {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("webhook_id", replay.webhookId());
        asked.put("limit", Integer.toString(limit));
        if (replay.filter().state() != null) {
            asked.put("state", replay.filter().state());
        }
        if (cursor != null) {
            asked.put("cursor", cursor);
        }
        return found(replay, QueryNames.DELIVERIES, asked);
    }

    private Mono<Validated<ObjectNode>> found(
            Replay replay, String question, Map<String, String> asked) {
        return queries.foundNow(
                        replay.workspace(), EventReader.read(replay.reader()), question, asked)
                .map(found -> found.then(read -> Validated.valid(read.body())));
    }

    private Mono<Validated<Page>> worked(Replay replay, ObjectNode page, @Nullable Work work) {
        List<JsonNode> listed = page.path("data").valueStream().toList();
        boolean isOver = listed.stream().anyMatch(each -> replay.filter().isBehind(at(each)));
        @Nullable String cursor = isOver ? null : page.path("next_cursor").stringValue(null);
        return Flux.fromIterable(listed)
                .filter(delivery -> matches(replay, delivery))
                .flatMap(delivery -> worked(replay, delivery, work), CONCURRENT)
                .collectList()
                .map(results ->
                        Validated.all(results).then(all -> Validated.valid(of(all, cursor))));
    }

    private static Page of(List<Result> results, @Nullable String cursor) {
        return new Page(
                Collections.frequency(results, Result.REQUESTED),
                Collections.frequency(results, Result.SKIPPED),
                cursor);
    }

    private static Instant at(JsonNode delivery) {
        return Instant.parse(delivery.path("created_at").asString(""));
    }

    private static boolean matches(Replay replay, JsonNode delivery) {
        return !delivery.path("test").asBoolean(false)
                && replay.filter()
                        .holds(
                                at(delivery),
                                delivery.path("state").asString(""),
                                delivery.path("event_type").asString(""));
    }

    private Mono<Validated<Result>> worked(Replay replay, JsonNode delivery, @Nullable Work work) {
        if (work == null && replay.filter().cel() == null) {
            return Mono.just(Validated.valid(Result.REQUESTED));
        }
        String event = delivery.path("event_id").asString("");
        return found(replay, QueryNames.EVENT, Map.of("id", event))
                .flatMap(found ->
                        switch (found) {
                            case Validated.Valid<ObjectNode>(ObjectNode logged) ->
                                    evaluated(replay, DeliveryWriter.delivered(logged), work);
                            case Validated.Refused<ObjectNode>(Problem problem) ->
                                    Mono.just(skipped(problem));
                        });
    }

    private Mono<Validated<Result>> evaluated(
            Replay replay, ObjectNode event, @Nullable Work work) {
        return Mono.fromSupplier(() -> matched(replay, event))
                // A condition may take its time.
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(result ->
                        result == Result.REQUESTED && work != null
                                ? work.on(event)
                                : Mono.just(Validated.valid(result)));
    }

    private Result matched(Replay replay, ObjectNode event) {
        try {
            return expressions.holds(replay.filter().cel(), event)
                    ? Result.REQUESTED
                    : Result.NO_MATCH;
        } catch (EvaluationException _) {
            return Result.SKIPPED;
        }
    }

    private Mono<Validated<Result>> send(Replay replay, JsonNode webhook, ObjectNode event) {
        String id = DeliveryIds.derived(IdKind.RPL, replay.id(), event.path("id").asString(""));
        return deliveries
                .append(replay.workspace(), new Asked(id, webhook, event, false, mint.now()))
                .map(sent ->
                        switch (sent) {
                            case Validated.Valid<?> _ -> Validated.valid(Result.REQUESTED);
                            case Validated.Refused<?>(Problem problem) -> skipped(problem);
                        });
    }

    /** An event that cannot be read or sent is skipped; a temporary problem ends the page, which is read again. */
    private static Validated<Result> skipped(Problem problem) {
        return problem.isTemporary() ? Validated.refused(problem) : Validated.valid(Result.SKIPPED);
    }
}
