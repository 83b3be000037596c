package io.postrider.webhooks.api;

import io.postrider.domain.webhooks.Replay;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.webhooks.api.ReplayPages.Page;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Counts the deliveries that a replay would send, and changes nothing. */
final class ReplayEstimate {

    /** The pages of deliveries that are looked at; the contract states the number of deliveries. */
    static final int PAGES_MAX = 50;

    private static final int NOT_FOUND = 404;

    private final ReplayPages pages;

    ReplayEstimate(ReplayPages pages) {
        this.pages = pages;
    }

    /**
     * The deliveries that were counted so far.
     *
     * @param cursor the place up to which they were counted; null at the end
     */
    private record Count(int pages, long matched, @Nullable String cursor) {
        Count with(Page page) {
            return new Count(pages + 1, matched + page.requested() + page.skipped(), page.cursor());
        }

        boolean goesOn() {
            return cursor != null && pages < PAGES_MAX;
        }
    }

    Mono<ApiResponse> of(Replay replay) {
        return next(replay, new Count(0, 0, null))
                .expand(counted ->
                        counted instanceof Validated.Valid<Count>(Count count) && count.goesOn()
                                ? next(replay, count)
                                : Mono.empty())
                .last()
                .flatMap(counted -> counted.answer(count -> Mono.just(shown(replay, count))));
    }

    private Mono<Validated<Count>> next(Replay replay, Count count) {
        return pages.counted(replay, count.cursor())
                .map(counted ->
                        switch (counted) {
                            case Validated.Valid<Page>(Page page) ->
                                    Validated.valid(count.with(page));
                            // The webhook exists and is so new that it has no delivery.
                            case Validated.Refused<Page>(Problem problem) ->
                                    problem.status() == NOT_FOUND
                                            ? Validated.valid(count.with(new Page(0, 0, null)))
                                            : Validated.refused(problem);
                        });
    }

    private static ApiResponse shown(Replay replay, Count count) {
        ObjectNode body = Json.object().put("object", "delivery_replay_estimate");
        body.put("webhook_id", replay.webhookId());
        body.put("matched", count.matched());
        body.put("complete", count.cursor() == null);
        return ApiResponse.ok(body);
    }
}
