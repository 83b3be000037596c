package io.postrider.projections.stats;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The range and grouping of counted clicks. */
record Range(String interval, ZoneId zone, @Nullable Instant from, @Nullable Instant to) {

    private static final List<String> INTERVALS = List.of("hour", "day", "none");
    private static final int QUARTER_SECONDS = 15 * 60;

    /** Whether there is such an interval. */
    static boolean isInterval(String interval) {
        return INTERVALS.contains(interval);
    }

    /**
     * The range of the parameters.
     *
     * @throws DateTimeException where the time zone or a time is none
     */
    static Range of(String interval, Map<String, String> parameters) {
        return new Range(
                interval,
                zone(parameters.getOrDefault("timezone", "UTC")),
                time(parameters.get("from")),
                time(parameters.get("to")));
    }

    /** Whether it ends before a quarter of an hour. */
    boolean endsBefore(Instant quarter) {
        return to != null && !quarter.isBefore(to);
    }

    /** The start of the hour or day, in the time zone, of a quarter of an hour. */
    Instant bucket(Instant quarter) {
        ZonedDateTime local = quarter.atZone(zone);
        return switch (interval) {
            // A day in which midnight comes twice begins with the first of them.
            case "day" -> local.toLocalDate().atStartOfDay(zone).toInstant();
            case "hour" -> local.truncatedTo(ChronoUnit.HOURS).toInstant();
            default -> Instant.EPOCH;
        };
    }

    private static ZoneId zone(String text) {
        ZoneId zone = ZoneId.of(text);
        // No region is at such an offset, but an offset can be written that is.
        boolean odd =
                zone.getRules().isFixedOffset()
                        && zone.getRules().getOffset(Instant.EPOCH).getTotalSeconds()
                                        % QUARTER_SECONDS
                                != 0;
        if (odd) {
            throw new DateTimeException("not a whole quarter of an hour from UTC: " + text);
        }
        return zone;
    }

    private static @Nullable Instant time(@Nullable String text) {
        return text == null ? null : Instant.parse(text);
    }
}
