package io.postrider.outbound.http;

import java.time.Duration;
import java.util.List;

/**
 * The bounds of what comes before an answer's body; each kind of call has its own for the rest.
 *
 * @param userAgent what receivers see as the sender
 * @param resolveTimeout for the host's name
 * @param connectTimeout for each address tried
 * @param tlsTimeout for the handshake
 * @param headerBytesMax of the answer's head
 */
public record OutboundSettings(
        String userAgent,
        Duration resolveTimeout,
        Duration connectTimeout,
        Duration tlsTimeout,
        int headerBytesMax) {

    public OutboundSettings {
        for (Duration duration : List.of(resolveTimeout, connectTimeout, tlsTimeout)) {
            if (!duration.isPositive()) {
                throw new IllegalArgumentException("duration: " + duration + " (expected: > 0)");
            }
        }
        if (headerBytesMax < 1) {
            throw new IllegalArgumentException("bound: " + headerBytesMax + " (expected: > 0)");
        }
    }

    /** The usual bounds, for this version of Postrider. */
    public static OutboundSettings ofVersion(String version) {
        return new OutboundSettings(
                "Postrider/" + version,
                Duration.ofSeconds(4),
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                16 * 1024);
    }
}
