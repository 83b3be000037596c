package io.postrider.outbound.delivery;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When a failed attempt is followed by another: the schedule of Standard Webhooks, spread by ± 20 % so that the
 * deliveries that failed together do not come back together.
 */
public final class RetrySchedule {

    /** How long after attempt 1, 2, 3, … the next one is due. */
    public static final List<Duration> STANDARD =
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(2),
                    Duration.ofHours(5),
                    Duration.ofHours(10),
                    Duration.ofHours(14),
                    Duration.ofHours(20),
                    Duration.ofHours(24));

    /** How long after attempt 1, 2, 3, … the next one is due of what loses its point within hours: the last one after some six. */
    public static final List<Duration> WITHIN_HOURS =
            List.of(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(30),
                    Duration.ofHours(1),
                    Duration.ofHours(4));

    static final Duration RETRY_AFTER_MAX = Duration.ofHours(24);
    private static final double SPREAD = 0.2;

    private final List<Duration> delays;
    private final RandomGenerator random;

    /** A schedule of delays after the first, second and further attempts. */
    public RetrySchedule(List<Duration> delays, RandomGenerator random) {
        this.delays = List.copyOf(delays);
        this.random = random;
    }

    /**
     * How long to wait after an attempt; empty when it was the last.
     *
     * @param number of the attempt that failed, from 1
     * @param retryAfter what the receiver asked for; it can lengthen the wait, never shorten it
     */
    public Optional<Duration> after(int number, Optional<Duration> retryAfter) {
        if (number > delays.size()) {
            return Optional.empty();
        }
        Duration planned = spread(delays.get(number - 1));
        Duration asked = retryAfter.orElse(Duration.ZERO);
        Duration bounded = asked.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : asked;
        return Optional.of(bounded.compareTo(planned) > 0 ? bounded : planned);
    }

    private Duration spread(Duration delay) {
        double factor = 1 - SPREAD + 2 * SPREAD * random.nextDouble();
        return Duration.ofMillis(Math.round(delay.toMillis() * factor));
    }
}
