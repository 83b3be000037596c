package io.postrider.outbound.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much of a lane may wait. The oldest deliveries beyond it are discarded.
 *
 * @param deliveriesMax those that are not in hand
 * @param ageMax from the time at which a delivery was made
 */
public record Backlog(int deliveriesMax, Duration ageMax) {

    /** The error of a delivery that was discarded for a newer one. */
    public static final String FULL = "backlog_full";

    /** The error of a delivery that has waited too long. */
    public static final String EXPIRED = "delivery_expired";

    static final Backlog UNBOUNDED = new Backlog(Integer.MAX_VALUE, Duration.ofDays(36_500));

    /** Whether the error of an attempt states that its delivery was discarded. */
    public static boolean isDiscarded(@Nullable String error) {
        return FULL.equals(error) || EXPIRED.equals(error);
    }
}
