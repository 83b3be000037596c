package io.postrider.decider;

import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.Rejection.Kind;

/** Rejections that no decider of the domain makes. */
final class Rejections {

    static final Rejection UNDECODABLE =
            Rejection.of(
                    Kind.INTERNAL, "undecodable", "The command cannot be read by this version.");
    static final Rejection CLOCK_SKEW =
            Rejection.of(
                    Kind.UNAVAILABLE,
                    "clock_skew",
                    "The clock of the node that took the request and the clock of the Kafka broker differ by more than %d minutes."
                            .formatted(CommandTime.SKEW_MAX.toMinutes()));
    static final Rejection INTERNAL_ERROR =
            Rejection.of(Kind.INTERNAL, "internal_error", "The command could not be decided.");
    static final Rejection VERSION_MISMATCH =
            Rejection.of(
                    Kind.VERSION_MISMATCH,
                    "version_mismatch",
                    "The resource has changed since it was read.");
    static final Rejection TOO_LARGE =
            Rejection.of(
                    Kind.TOO_LARGE,
                    "too_large",
                    "The resource would be larger than the log takes.");
    static final Rejection KEY_REUSED =
            Rejection.of(
                    Kind.INVALID,
                    "idempotency_key_reused",
                    "The Idempotency-Key was used before, for another request.");

    private Rejections() {}
}
