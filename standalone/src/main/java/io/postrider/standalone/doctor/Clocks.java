package io.postrider.standalone.doctor;

import java.time.Duration;
import java.time.Instant;

/** Compares another clock with that of this machine. */
final class Clocks {

    private static final Duration TOLERANCE = Duration.ofSeconds(10);
    private static final String ADVICE = "synchronize both clocks, for example with chrony";

    private Clocks() {}

    /** The result for a server that states the time. */
    static Result compared(String server, Instant theirs, Instant ours) {
        Duration ahead = Duration.between(ours, theirs);
        if (ahead.abs().compareTo(TOLERANCE) <= 0) {
            return Result.ok("clock", "%s and this machine agree".formatted(server));
        }
        return Result.warn(
                "clock",
                "the clock of %s is %d s %s this machine's"
                        .formatted(
                                server,
                                ahead.abs().toSeconds(),
                                ahead.isNegative() ? "behind" : "ahead of"),
                ADVICE);
    }

    /** The result for the time of an append in the past: it shows only a clock that is ahead. */
    static Result appended(String server, Instant theirs, Instant ours) {
        return theirs.isAfter(ours)
                ? compared(server, theirs, ours)
                : Result.ok("clock", "%s is not ahead of this machine".formatted(server));
    }
}
