package io.postrider.dispatch.sending;

import java.time.Duration;
import java.util.List;

/**
 * The bounds of attempts.
 *
 * @param userAgent what receivers see as the sender
 * @param resolveTimeout for the host's name
 * @param connectTimeout for each address tried
 * @param tlsTimeout for the handshake
 * @param deadline for the whole exchange, from resolving to the body's last byte
 * @param headerBytesMax of the answer's head
 * @param responseBytesMax of the answer's body that are read before the connection is closed
 * @param excerptBytesMax of the answer's body that are kept
 * @param attemptsMax under way at once on this node
 */
public record AttemptSettings(
        String userAgent,
        Duration resolveTimeout,
        Duration connectTimeout,
        Duration tlsTimeout,
        Duration deadline,
        int headerBytesMax,
        int responseBytesMax,
        int excerptBytesMax,
        int attemptsMax) {

    public AttemptSettings {
        for (Duration duration : List.of(resolveTimeout, connectTimeout, tlsTimeout, deadline)) {
            if (!duration.isPositive()) {
                throw new IllegalArgumentException("duration: " + duration + " (expected: > 0)");
            }
        }
        for (int bound :
                new int[] {headerBytesMax, responseBytesMax, excerptBytesMax, attemptsMax}) {
            if (bound < 1) {
                throw new IllegalArgumentException("bound: " + bound + " (expected: > 0)");
            }
        }
    }

    /** The usual bounds, for this version of Postrider. */
    public static AttemptSettings ofVersion(String version) {
        return new AttemptSettings(
                "Postrider/" + version,
                Duration.ofSeconds(4),
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                16 * 1024,
                64 * 1024,
                4 * 1024,
                1_024);
    }

    /** The same with another deadline for the whole exchange. */
    public AttemptSettings withDeadline(Duration other) {
        return new AttemptSettings(
                userAgent,
                resolveTimeout,
                connectTimeout,
                tlsTimeout,
                other,
                headerBytesMax,
                responseBytesMax,
                excerptBytesMax,
                attemptsMax);
    }

    /** The same with another number of attempts at once. */
    public AttemptSettings withAttemptsMax(int other) {
        return new AttemptSettings(
                userAgent,
                resolveTimeout,
                connectTimeout,
                tlsTimeout,
                deadline,
                headerBytesMax,
                responseBytesMax,
                excerptBytesMax,
                other);
    }
}
