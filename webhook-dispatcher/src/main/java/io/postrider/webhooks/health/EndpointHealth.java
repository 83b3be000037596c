package io.postrider.webhooks.health;

/**
 * What is counted of the attempts of an endpoint. Times are in milliseconds, and 0 for none.
 *
 * @param offset the offset of the last attempt that was counted: what is read again is not counted again
 * @param successAt the last success
 * @param failedSince the first failure since then
 * @param failedAt the last failure since then
 * @param recoveredAt when the endpoint was last reported as recovered
 * @param error the error code of the last failure; empty for none
 */
record EndpointHealth(
        long offset,
        MinuteWindow window,
        long successAt,
        long failedSince,
        long failedAt,
        long recoveredAt,
        String error,
        Exhaustions exhaustions) {

    static final EndpointHealth NONE =
            new EndpointHealth(-1, MinuteWindow.EMPTY, 0, 0, 0, 0, "", Exhaustions.NONE);

    /** The health after an attempt; the same where it was counted before. */
    EndpointHealth with(CountedAttempt attempt, long at) {
        if (at <= offset) {
            return this;
        }
        long ended = attempt.endedAtMillis();
        Exhaustions exhausted =
                attempt.exhausts() ? exhaustions.with(attempt.error(), ended, at) : exhaustions;
        if (!attempt.counts()) {
            return new EndpointHealth(
                    at, window, successAt, failedSince, failedAt, recoveredAt, error, exhausted);
        }
        MinuteWindow counted = window.with(ended, attempt.failed());
        return attempt.failed()
                ? new EndpointHealth(
                        at,
                        counted,
                        successAt,
                        failedSince == 0 ? ended : failedSince,
                        ended,
                        recoveredAt,
                        attempt.error(),
                        exhausted)
                : new EndpointHealth(at, counted, ended, 0, 0, recoveredAt, error, exhausted);
    }

    EndpointHealth recovered(long nowMillis) {
        return new EndpointHealth(
                offset, window, successAt, failedSince, failedAt, nowMillis, error, exhaustions);
    }

    /** The same health, with another offset of the last attempt. */
    EndpointHealth countedTo(long at) {
        return new EndpointHealth(
                at, window, successAt, failedSince, failedAt, recoveredAt, error, exhaustions);
    }

    EndpointHealth with(Exhaustions changed) {
        return new EndpointHealth(
                offset, window, successAt, failedSince, failedAt, recoveredAt, error, changed);
    }
}
