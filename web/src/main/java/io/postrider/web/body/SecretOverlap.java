package io.postrider.web.body;

import io.postrider.domain.kernel.FieldError;
import io.postrider.web.problem.Validated;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The field {@code overlap} of a rotation: how long the old secret is valid beside the new one. */
public final class SecretOverlap {

    private static final Duration DEFAULT = Duration.ofHours(24);
    private static final Duration MAX = Duration.ofDays(30);

    private SecretOverlap() {}

    /** Reads a body of which it is the only field. */
    public static Validated<Duration> only(BodyReader fields) {
        Duration overlap = read(fields);
        return fields.checked(() -> overlap);
    }

    /** Reads an ISO 8601 duration of at most 30 days; 24 hours where there is none. */
    public static Duration read(BodyReader fields) {
        return fields.text("overlap", TextRule.line(1, 40))
                .flatMap(text -> parse(fields, text))
                .orElse(DEFAULT);
    }

    private static Optional<Duration> parse(BodyReader fields, String text) {
        try {
            Duration overlap = Duration.parse(text);
            if (!overlap.isNegative() && overlap.compareTo(MAX) <= 0) {
                return Optional.of(overlap);
            }
            fields.fault(new FieldError("/overlap", "out_of_range", "Expected PT0S to P30D."));
        } catch (DateTimeParseException e) {
            fields.fault(
                    new FieldError(
                            "/overlap",
                            "invalid_duration",
                            "Expected an ISO 8601 duration such as PT24H."));
        }
        return Optional.empty();
    }
}
