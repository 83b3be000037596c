package io.postrider.outbound.delivery;

import java.time.Duration;

/**
 * The attempts of a lane whose receiver is failing: one at a time, and after each failure a longer pause. It is lost with the
 * process, and then begins anew.
 */
final class Probing {

    private static final long FIRST_PAUSE = Duration.ofSeconds(30).toMillis();
    private static final long LONGEST_PAUSE = Duration.ofMinutes(10).toMillis();

    /** After a success the receiver may be called failing for so long, until it is known to have recovered. */
    private static final long BELIEVED = Duration.ofSeconds(10).toMillis();

    private long failingSince;
    private boolean on;
    private long pause;
    private long nextAtMillis;
    private long believedUntilMillis;

    /** Notes since when the receiver is failing as it is; 0 if it is not failing. */
    void look(long since, long nowMillis) {
        on = since != 0 && nowMillis >= believedUntilMillis;
        if (since != failingSince) {
            failingSince = since;
            pause = 0;
            nextAtMillis = 0;
        }
    }

    /**
     * Whether an attempt may begin.
     *
     * @param inHand attempts of the lane that are in hand
     */
    boolean allows(int inHand, long nowMillis) {
        return !on || (inHand == 0 && nowMillis >= nextAtMillis);
    }

    /** Takes the outcome of an attempt; true if the receiver was failing and accepted it. */
    boolean ended(boolean success, long nowMillis) {
        if (!on) {
            return false;
        }
        if (success) {
            on = false;
            pause = 0;
            nextAtMillis = 0;
            believedUntilMillis = nowMillis + BELIEVED;
        } else if (nowMillis >= nextAtMillis) {
            // Attempts that had begun before are no probes.
            pause = pause == 0 ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, 2 * pause);
            nextAtMillis = nowMillis + pause;
        }
        return success;
    }
}
