package io.postrider.api.decider;

import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.Refusal;
import java.util.List;

/** Refusals that are no context's own. */
final class Refusals {

    static final String NOT_FOUND = "not_found";

    private static final String INVALID = "invalid";

    static final Refusal UNDECODABLE =
            Refusal.of("undecodable", "The command cannot be read by this version.");
    static final Refusal CLOCK_SKEW =
            Refusal.of(
                    "clock_skew",
                    "The clock of the node that took the request and the clock of the Kafka broker differ by more than %d minutes."
                            .formatted(CommandTime.SKEW_MAX.toMinutes()));
    static final Refusal INTERNAL_ERROR =
            Refusal.of("internal_error", "The command could not be decided.");
    static final Refusal VERSION_MISMATCH =
            Refusal.of("version_mismatch", "The resource has changed since it was read.");
    static final Refusal TOO_LARGE =
            Refusal.of("too_large", "The resource would be larger than the log takes.");
    static final Refusal KEY_REUSED =
            Refusal.of(
                    "idempotency_key_reused",
                    "The Idempotency-Key was used before, for another request.");

    private Refusals() {}

    static boolean isInvalid(Refusal refusal) {
        return refusal.code().equals(INVALID);
    }

    static Refusal invalid(List<FieldError> errors) {
        return new Refusal(INVALID, "Some fields cannot be accepted.", errors);
    }

    static Refusal notFound(String what) {
        return Refusal.of(NOT_FOUND, "There is no such " + what + ".");
    }
}
