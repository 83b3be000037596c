package io.postrider.redirects;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.postrider.platform.threads.LoggedException;
import io.postrider.platform.views.ProjectionStoreException;
import io.postrider.redirects.ClickAdmissions.Admission;
import io.postrider.redirects.PartitionOwnerClient.Reply;
import io.postrider.schemas.EventRecord;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides on the response to a GET or HEAD of a short link; shared by all connections, called on their event loops. */
final class Redirector {

    private static final Logger LOGGER = LoggerFactory.getLogger(Redirector.class);

    private final LinkReplica links;
    private final BooleanSupplier restored;
    private final PartitionOwnerClient owners;
    private final ClickAdmissions admissions;
    private final NotFoundLimiter budget;
    private final RedirectCounts counts;
    private final RedirectProblems refusals;

    /**
     * @param restored whether all links are known after a start, so that a miss is reliable
     */
    Redirector(
            LinkReplica links,
            BooleanSupplier restored,
            PartitionOwnerClient owners,
            ClickAdmissions admissions,
            NotFoundLimiter budget,
            RedirectCounts counts,
            RedirectProblems refusals) {
        this.links = links;
        this.restored = restored;
        this.owners = owners;
        this.admissions = admissions;
        this.budget = budget;
        this.counts = counts;
        this.refusals = refusals;
    }

    /** The response; it is asynchronous if another node is involved. */
    RedirectResponse answer(RedirectRequest visit) {
        long wait = budget.secondsToWait(visit.address(), visit.now());
        return wait > 0
                ? refusals.tooManyMisses(visit, wait)
                : guarded(visit, () -> lookedUp(visit));
    }

    private RedirectResponse lookedUp(RedirectRequest visit) {
        if (!restored.getAsBoolean()) {
            // Events that are not known yet may have changed or deleted a known link.
            return refusals.unavailable(visit, "restoring", "The node is still loading links.");
        }
        String key = visit.key();
        PreparedLink link = links.prepared(key);
        if (link != null) {
            return known(visit, link);
        }
        return owners.worthAsking(key)
                ? new RedirectResponse.Later(
                        owners.ask(key, visit.address())
                                .thenApply(
                                        reply -> () -> guarded(visit, () -> replied(visit, reply))))
                : missing(visit);
    }

    private RedirectResponse replied(RedirectRequest visit, Reply reply) {
        return switch (reply) {
            case Reply.Known(EventRecord event) -> foundElsewhere(visit, event);
            case Reply.Unknown() -> missing(visit);
            case Reply.Silent() ->
                    refusals.unavailable(
                            visit,
                            "owner_unreachable",
                            "The node that knows whether this link exists cannot be reached.");
        };
    }

    private RedirectResponse foundElsewhere(RedirectRequest visit, EventRecord event) {
        links.apply(event);
        PreparedLink link = links.prepared(visit.key());
        return link == null ? missing(visit) : known(visit, link);
    }

    private RedirectResponse missing(RedirectRequest visit) {
        budget.spend(visit.address(), visit.now());
        return refusals.notFound(visit);
    }

    private RedirectResponse known(RedirectRequest visit, PreparedLink link) {
        return switch (link.standing(visit.now())) {
            case NOT_STARTED -> refusals.notFound(visit);
            case OPEN -> open(visit, link);
            case EXPIRED, EXHAUSTED -> over(visit, link);
            case DELETED -> refusals.deleted(visit);
        };
    }

    private RedirectResponse open(RedirectRequest visit, PreparedLink link) {
        if (visit.path().preview()) {
            return counts.answer(RedirectOutcome.PREVIEWED, PreviewPage.of(visit, link));
        }
        if (visit.head()) {
            // Only visitors whose click counts see the target of a limited link.
            return counts.answer(
                    RedirectOutcome.PEEKED,
                    link.isLimited() ? RedirectResponses.noContent(visit) : redirect(visit, link));
        }
        return link.isLimited() ? limited(visit, link) : followed(visit, link);
    }

    /**
     * Counting has priority over answering: a redirect whose click has no room on the disk is rejected, since the lost click
     * would never be noticed, and a waiting one would block all others of its event loop.
     */
    private RedirectResponse followed(RedirectRequest visit, PreparedLink link) {
        return visit.lane().record(link.clickPart(), visit)
                ? counts.answer(RedirectOutcome.REDIRECTED, redirect(visit, link))
                : spoolFull(visit);
    }

    /** Without the target, so that naming a messenger as one's agent does not get past the limit. */
    private RedirectResponse card(RedirectRequest visit, PreparedLink link) {
        return visit.lane().record(link.cardPart(), visit)
                ? counts.answer(RedirectOutcome.CARD_SHOWN, PreviewPage.card(visit, link))
                : spoolFull(visit);
    }

    private RedirectResponse spoolFull(RedirectRequest visit) {
        return refusals.unavailable(
                visit, "spool_full", "The node has no space to record more clicks.");
    }

    /**
     * A prefetch would admit its visitor later without a decision, so it gets an empty response, and a messenger gets a card
     * for its preview; the link's owner decides on every other GET. A click that could not be recorded is not requested, since
     * it would be used up without effect.
     */
    private RedirectResponse limited(RedirectRequest visit, PreparedLink link) {
        if (visit.isPrefetch()) {
            return counts.answer(
                    RedirectOutcome.PREFETCH_DECLINED, RedirectResponses.noContent(visit));
        }
        if (visit.isForPreview()) {
            return card(visit, link);
        }
        if (!visit.lane().hasRoom()) {
            return spoolFull(visit);
        }
        return new RedirectResponse.Later(
                admissions
                        .ask(link.entry().link(), visit.address(), visit.requestId(), visit.now())
                        .thenApply(admission ->
                                () -> guarded(visit, () -> decided(visit, link, admission))));
    }

    private RedirectResponse decided(
            RedirectRequest visit, PreparedLink asked, Admission admission) {
        PreparedLink newest = links.prepared(visit.key());
        PreparedLink link = newest == null ? asked : newest;
        return switch (admission) {
            case ADMITTED -> followed(visit, link);
            case EXHAUSTED -> over(visit, link);
            case GONE -> refusals.deleted(visit);
            case BUSY ->
                    refusals.unavailable(
                            visit,
                            "link_busy",
                            "Too many visitors are waiting for this short link.");
            case UNDECIDED ->
                    refusals.unavailable(
                            visit,
                            "click_not_decided",
                            "The click limit of the link cannot be checked at the moment.");
        };
    }

    private static FullHttpResponse redirect(RedirectRequest visit, PreparedLink link) {
        return RedirectResponses.redirect(
                visit, link.status(), link.location(visit.path().query()));
    }

    private RedirectResponse over(RedirectRequest visit, PreparedLink link) {
        if (link.expiredLocation() != null && !visit.path().preview()) {
            return counts.answer(
                    RedirectOutcome.SENT_ON,
                    RedirectResponses.redirect(
                            visit, HttpResponseStatus.FOUND, link.expiredLocation()));
        }
        return link.standing(visit.now()) == PreparedLink.Standing.EXPIRED
                ? refusals.expired(visit)
                : refusals.exhausted(visit);
    }

    private RedirectResponse guarded(RedirectRequest visit, Supplier<RedirectResponse> answer) {
        try {
            return answer.get();
        } catch (ProjectionStoreException e) {
            LOGGER.atError().setCause(LoggedException.of(e)).log("Links cannot be read");
            return refusals.unavailable(
                    visit, "links_unavailable", "Links cannot be read at the moment.");
        }
    }
}
