package io.postrider.outbound.http;

import io.netty.handler.codec.DateFormatter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code Retry-After}: seconds, also with decimals, or a date. */
public final class RetryAfter {

    /** The maximum wait that a receiver can request. */
    public static final Duration MAX = Duration.ofHours(24);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,20}(?:\\.[0-9]{1,20})?");

    private RetryAfter() {}

    /** The longest wait asked for, at most {@link #MAX}; a date in the past is no wait, and nonsense is no answer. */
    public static Optional<Duration> parse(List<String> values, Instant now) {
        return values.stream()
                .flatMap(value -> parse(value.strip(), now).stream())
                .max(Comparator.naturalOrder());
    }

    private static Optional<Duration> parse(String value, Instant now) {
        if (SECONDS.matcher(value).matches()) {
            BigDecimal seconds = new BigDecimal(value).min(BigDecimal.valueOf(MAX.toSeconds()));
            return Optional.of(Duration.ofMillis(seconds.movePointRight(3).longValue()));
        }
        Date date = DateFormatter.parseHttpDate(value);
        return date == null ? Optional.empty() : Optional.of(bounded(now, date.toInstant()));
    }

    private static Duration bounded(Instant now, Instant until) {
        if (until.isBefore(now)) {
            return Duration.ZERO;
        }
        Duration wait = Duration.between(now, until);
        return wait.compareTo(MAX) > 0 ? MAX : wait;
    }
}
