package io.postrider.web.route;

import java.time.Instant;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/**
 * The deprecation of an operation.
 *
 * @param since time from which it is deprecated (RFC 9745)
 * @param sunset earliest end of the operation (RFC 8594)
 * @param link page that names the replacement
 */
public record Deprecation(Instant since, Instant sunset, String link) {

    private static final Period NOTICE_MIN = Period.ofMonths(12);

    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    public Deprecation {
        if (sunset.isBefore(since.atOffset(ZoneOffset.UTC).plus(NOTICE_MIN).toInstant())) {
            throw new IllegalArgumentException(
                    "sunset: %s (expected: 12 months after %s or later)".formatted(sunset, since));
        }
    }

    /** The headers of every response of the operation. */
    Map<String, String> headers() {
        return Map.of(
                "Deprecation",
                "@" + since.getEpochSecond(),
                "Sunset",
                HTTP_DATE.format(sunset),
                HttpHeaders.LINK,
                "<" + link + ">; rel=\"deprecation\"");
    }
}
