package io.postrider.automation.rules;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * The times at which a rule runs by itself: multiples of a period since 1970, or those of a cron expression.
 *
 * @param every at least ten seconds; null where a cron expression is given
 * @param cron of five fields, from minutes to days of the week; null where a period is given
 * @param zone of the cron expression
 */
public record Schedule(@Nullable Duration every, @Nullable CronExpression cron, ZoneId zone) {

    private static final Duration EVERY_MIN = Duration.ofSeconds(10);
    private static final Duration EVERY_MAX = Duration.ofDays(366);
    private static final int FIELDS = 5;
    private static final Pattern HOURLY = Pattern.compile("\\S+ +\\S+ +\\*");

    /** A member that cannot be accepted. */
    static final class InvalidScheduleException extends Exception {
        private static final long serialVersionUID = 1;
        private final String member;

        InvalidScheduleException(String member, String detail) {
            super(detail);
            this.member = member;
        }

        String member() {
            return member;
        }
    }

    static Schedule of(Optional<Duration> every, Optional<String> cron, Optional<String> zone)
            throws InvalidScheduleException {
        if (every.filter(
                        period ->
                                period.compareTo(EVERY_MIN) < 0 || period.compareTo(EVERY_MAX) > 0)
                .isPresent()) {
            throw new InvalidScheduleException("every", "Expected a duration from PT10S to P366D.");
        }
        return new Schedule(
                every.orElse(null), cron.isEmpty() ? null : cron(cron.get()), zone(zone));
    }

    private static CronExpression cron(String text) throws InvalidScheduleException {
        String expected = "Expected five fields, for example 0 9 * * MON-FRI.";
        if (text.strip().split(" +", -1).length != FIELDS) {
            throw new InvalidScheduleException("cron", expected);
        }
        try {
            return CronExpression.parse("0 " + text.strip());
        } catch (IllegalArgumentException e) {
            throw new InvalidScheduleException("cron", expected + " " + e.getMessage());
        }
    }

    private static ZoneId zone(Optional<String> name) throws InvalidScheduleException {
        try {
            return name.map(ZoneId::of).orElse(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new InvalidScheduleException(
                    "zone", "Expected a time zone such as Europe/Berlin.");
        }
    }

    /** The first time after another one; empty if there is none. */
    public Optional<Instant> after(Instant time) {
        if (every != null) {
            long period = every.toMillis();
            return Optional.of(Instant.ofEpochMilli((time.toEpochMilli() / period + 1) * period));
        }
        return cron == null ? Optional.empty() : next(cron, time);
    }

    /** An hour that is not fixed follows the elapsed time: a rule that runs each hour does so while clocks change. */
    private Optional<Instant> next(CronExpression expression, Instant time) {
        if (HOURLY.matcher(expression.toString()).lookingAt()) {
            return nextElapsed(expression, time);
        }
        LocalDateTime local = expression.next(LocalDateTime.ofInstant(time, zone));
        while (local != null && !instant(local).isAfter(time)) {
            local = expression.next(local);
        }
        return Optional.ofNullable(local).map(this::instant);
    }

    /** Looks between two changes of the clocks, where no local time is missing and none occurs twice. */
    private Optional<Instant> nextElapsed(CronExpression expression, Instant time) {
        ZoneRules rules = zone.getRules();
        Instant from = time.plusNanos(1);
        while (true) {
            ZoneOffset offset = rules.getOffset(from);
            LocalDateTime next =
                    expression.next(LocalDateTime.ofInstant(from, offset).minusNanos(1));
            if (next == null) {
                return Optional.empty();
            }
            ZoneOffsetTransition change = rules.nextTransition(from);
            Instant found = next.toInstant(offset);
            if (change == null || found.isBefore(change.getInstant())) {
                return Optional.of(found);
            }
            from = change.getInstant();
        }
    }

    /** A local time that does not exist is the change of the clocks, and one that occurs twice is the first of both. */
    private Instant instant(LocalDateTime local) {
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        return change != null && change.isGap()
                ? change.getInstant()
                : local.atZone(zone).toInstant();
    }

    /** The newest time after one and not after another one; empty if there is none. */
    public Optional<Instant> newest(Instant after, Instant until) {
        if (every != null) {
            long period = every.toMillis();
            Instant last = Instant.ofEpochMilli(until.toEpochMilli() / period * period);
            return last.isAfter(after) ? Optional.of(last) : Optional.empty();
        }
        Optional<Instant> newest = Optional.empty();
        Optional<Instant> next = after(after);
        while (next.isPresent() && !next.get().isAfter(until)) {
            newest = next;
            next = after(next.get());
        }
        return newest;
    }
}
