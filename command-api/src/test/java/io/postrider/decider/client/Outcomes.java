package io.postrider.decider.client;

import io.postrider.schemas.Outcome;
import java.time.Instant;

/** Outcomes as tests need them. */
final class Outcomes {

    private Outcomes() {}

    static Outcome of(String commandId) {
        return new Outcome(
                commandId,
                "go.test/a",
                Outcome.ACCEPTED,
                1,
                new byte[] {1, 2, 3},
                null,
                2,
                3,
                3,
                null,
                Instant.parse("2026-03-01T12:00:00Z"),
                false);
    }
}
