package io.postrider.webhooks.sending;

import io.postrider.outbound.delivery.Backlog;
import io.postrider.schemas.Attempt;
import java.util.Set;

/** The errors of attempts for which nothing was sent, so that they say nothing about the receiver. */
public final class NotSent {

    public static final String SCOPE_MISSING = "scope_missing";
    public static final String SECRET_UNAVAILABLE = "secret_unavailable";
    public static final String INTERNAL_ERROR = "internal_error";
    public static final String WEBHOOK_DELETED = "webhook_deleted";

    private static final Set<String> ERRORS =
            Set.of(
                    Backlog.FULL,
                    Backlog.EXPIRED,
                    SCOPE_MISSING,
                    SECRET_UNAVAILABLE,
                    INTERNAL_ERROR,
                    WEBHOOK_DELETED);

    private NotSent() {}

    /** Whether nothing was sent for an attempt. */
    public static boolean holdsFor(Attempt attempt) {
        String error = attempt.error();
        return error != null && ERRORS.contains(error);
    }
}
