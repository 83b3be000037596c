package io.postrider.outbound.delivery;

/**
 * Paces the attempts of a lane. Tokens accrue while deliveries wait; a lane that was idle begins with few, so that even the first
 * second has no more than its rate and a twentieth.
 */
final class TokenBucket {

    /** Two rounds beside the token that is waited for, so that a late one loses nothing. */
    private static final double SECONDS_KEPT = 0.2;

    private static final double SECONDS_KEPT_IDLE = 0.05;

    private double tokens = Double.MAX_VALUE;
    private long accruedAt;
    private boolean isIdle = true;

    /** Whether another attempt may begin at this rate. */
    boolean mayTake(int perSecond, long nowMillis) {
        if (perSecond == Channel.UNLIMITED) {
            return true;
        }
        double max =
                isIdle ? Math.max(1, perSecond * SECONDS_KEPT_IDLE) : 1 + perSecond * SECONDS_KEPT;
        double accrued = Math.max(0, nowMillis - accruedAt) * (perSecond / 1_000.0);
        tokens = Math.min(max, tokens + accrued);
        accruedAt = nowMillis;
        isIdle = false;
        return tokens >= 1;
    }

    /** An attempt begins. */
    void take() {
        tokens = Math.max(0, tokens - 1);
    }

    /** No delivery waits for a token. */
    void rest() {
        isIdle = true;
    }
}
