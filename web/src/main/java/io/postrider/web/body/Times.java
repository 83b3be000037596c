package io.postrider.web.body;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses times of RFC 3339, which are a subset of those that the JDK accepts. */
public final class Times {

    private static final Pattern SHAPE =
            Pattern.compile(
                    "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})");

    private static final int YEAR_MAX = 9999;

    private Times() {}

    /** The time, cut to milliseconds; empty for any other text. */
    public static Optional<Instant> parse(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (!SHAPE.matcher(upper).matches()) {
            return Optional.empty();
        }
        try {
            OffsetDateTime time = OffsetDateTime.parse(upper).withOffsetSameInstant(ZoneOffset.UTC);
            // The offset can lead to a year without four digits.
            return time.getYear() < 0 || time.getYear() > YEAR_MAX
                    ? Optional.empty()
                    : Optional.of(time.toInstant().truncatedTo(ChronoUnit.MILLIS));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
