package io.postrider.automation.rules;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The input of a delay: for a duration, or until a time. */
record Delay(Optional<Duration> length, Optional<Instant> until) {

    static final String EXPECTED =
            "Expected {\"for\": a duration such as PT1H} or {\"until\": a time}, at most a year ahead.";
    private static final Duration MAX = Duration.ofDays(366);

    /** The delay; empty for any other input. */
    static Optional<Delay> of(JsonNode input) {
        try {
            Optional<Duration> length = input.path("for").asStringOpt().map(Duration::parse);
            Optional<Instant> until = input.path("until").asStringOpt().map(Instant::parse);
            boolean one = length.isPresent() != until.isPresent();
            return one && length.filter(each -> each.compareTo(MAX) > 0).isEmpty()
                    ? Optional.of(new Delay(length, until))
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The end of the delay that begins at a time. */
    Instant endFrom(Instant now) {
        return until.orElseGet(() -> now.plus(length.orElse(Duration.ZERO)));
    }
}
