package io.postrider.web.problem;

import io.postrider.platform.kafka.Append;
import java.util.Optional;

/** The problems of records that are not in the log. */
public final class AppendProblems {

    /** Less than producers accept by default, since a record has more than its texts. */
    public static final int TEXT_BYTES_MAX = 1_000_000;

    private AppendProblems() {}

    /**
     * The problem of a result; empty if the record is in the log.
     *
     * @param uncertain the detail if the record may not be in the log
     */
    public static Optional<Problem> of(Append result, String uncertain) {
        return switch (result) {
            case DONE -> Optional.empty();
            case TOO_LARGE -> Optional.of(tooLarge());
            case UNCERTAIN -> Optional.of(Problem.unavailable("log_unavailable", uncertain));
        };
    }

    /** The texts of a record are larger than the log accepts. */
    public static Problem tooLarge() {
        return Problem.of(
                413,
                "too_large",
                "The request exceeds the maximum of %,d bytes.".formatted(TEXT_BYTES_MAX));
    }
}
