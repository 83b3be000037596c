package io.postrider.decider.client;

import io.postrider.schemas.CommandOutcome;
import java.time.Instant;

/** Outcomes as tests need them. */
final class Outcomes {

    private Outcomes() {}

    static CommandOutcome of(String commandId) {
        return new CommandOutcome(
                commandId,
                "go.test/a",
                CommandOutcome.ACCEPTED,
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
