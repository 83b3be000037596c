package io.postrider.webhooks.health;

import io.postrider.outbound.delivery.Backlog;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.EventPublished;
import io.postrider.webhooks.sending.NotSent;
import java.util.Set;

/**
 * What an attempt says about its endpoint.
 *
 * @param counts whether the receiver answered, or could not be reached
 * @param exhausts whether its delivery ended without a success
 * @param endedAtMillis the time at which it ended
 * @param error the error code; empty for none
 */
record CountedAttempt(
        boolean counts, boolean failed, boolean exhausts, long endedAtMillis, String error) {

    /** Events about deliveries. They are not counted, since their own failures would make more of them. */
    private static final Set<String> ABOUT_DELIVERIES =
            Set.of("webhook.failing", "webhook.recovered", EventPublished.EXHAUSTED);

    private static final Set<String> ATTEMPTED =
            Set.of(Attempt.DELIVERED, Attempt.RETRY, Attempt.EXHAUSTED, Attempt.GONE);

    static CountedAttempt of(Attempt attempt) {
        String error = attempt.error() == null ? "" : attempt.error();
        boolean told = ABOUT_DELIVERIES.contains(attempt.eventType());
        boolean discarded = Backlog.isDiscarded(error);
        // The only delivery that ends with its first attempt is a test.
        boolean exhausted =
                attempt.outcome().equals(Attempt.EXHAUSTED)
                        && !error.equals(NotSent.WEBHOOK_DELETED)
                        && (discarded || attempt.number() > 1);
        return new CountedAttempt(
                !told && ATTEMPTED.contains(attempt.outcome()) && !NotSent.holdsFor(attempt),
                !attempt.outcome().equals(Attempt.DELIVERED),
                !told && exhausted,
                attempt.at().toEpochMilli() + attempt.durationMs(),
                error);
    }
}
