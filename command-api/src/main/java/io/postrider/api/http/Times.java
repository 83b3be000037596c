package io.postrider.api.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads times as RFC 3339 has them, which is less than the JDK would take. */
public final class Times {

    private static final Pattern SHAPE =
            Pattern.compile(
                    "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})");

    private Times() {}

    /** The time, cut to milliseconds; empty for any other text. */
    public static Optional<Instant> parse(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (!SHAPE.matcher(upper).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    OffsetDateTime.parse(upper).toInstant().truncatedTo(ChronoUnit.MILLIS));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
