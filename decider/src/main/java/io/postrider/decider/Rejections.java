package io.postrider.decider;

import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.Rejection.Kind;

/** Rejections that no decider of the domain makes. */
final class Rejections {

    static final Rejection UNDECODABLE =
            Rejection.of(Kind.INTERNAL, "undecodable", "This version cannot read the command.");
    static final Rejection CLOCK_SKEW =
            Rejection.of(
                    Kind.UNAVAILABLE,
                    "clock_skew",
                    "The clocks of the node and of the Kafka broker differ by more than %d minutes."
                            .formatted(CommandTime.SKEW_MAX.toMinutes()));
    static final Rejection INTERNAL_ERROR =
            Rejection.of(
                    Kind.INTERNAL, "internal_error", "The server failed to process the command.");
    static final Rejection VERSION_MISMATCH =
            Rejection.of(
                    Kind.VERSION_MISMATCH,
                    "version_mismatch",
                    "The resource changed after it was read.");
    static final Rejection TOO_LARGE =
            Rejection.of(
                    Kind.TOO_LARGE,
                    "too_large",
                    "The resource exceeds the maximum size of a record.");
    static final Rejection KEY_REUSED =
            Rejection.of(
                    Kind.INVALID,
                    "idempotency_key_reused",
                    "The Idempotency-Key was already used for a different request.");

    private Rejections() {}
}
