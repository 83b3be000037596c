package io.postrider.webhooks.sending;

import io.postrider.outbound.http.OutboundSettings;
import java.time.Duration;

/**
 * The bounds of attempts.
 *
 * @param calls of what comes before the answer's body
 * @param deadline for the whole exchange, from resolving to the body's last byte
 * @param responseBytesMax of the answer's body that are read before the connection is closed
 * @param excerptBytesMax of the answer's body that are kept
 * @param attemptsMax under way at once on this node
 */
public record AttemptSettings(
        OutboundSettings calls,
        Duration deadline,
        int responseBytesMax,
        int excerptBytesMax,
        int attemptsMax) {

    public AttemptSettings {
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("deadline: " + deadline + " (expected: > 0)");
        }
        for (int bound : new int[] {responseBytesMax, excerptBytesMax, attemptsMax}) {
            if (bound < 1) {
                throw new IllegalArgumentException("bound: " + bound + " (expected: > 0)");
            }
        }
    }

    /** The usual bounds, for this version of Postrider. */
    public static AttemptSettings ofVersion(String version) {
        return new AttemptSettings(
                OutboundSettings.ofVersion(version),
                Duration.ofSeconds(15),
                64 * 1024,
                4 * 1024,
                1_024);
    }

    /** The same with another deadline for the whole exchange. */
    public AttemptSettings withDeadline(Duration other) {
        return new AttemptSettings(calls, other, responseBytesMax, excerptBytesMax, attemptsMax);
    }

    /** The same with another number of attempts at once. */
    public AttemptSettings withAttemptsMax(int other) {
        return new AttemptSettings(calls, deadline, responseBytesMax, excerptBytesMax, other);
    }
}
