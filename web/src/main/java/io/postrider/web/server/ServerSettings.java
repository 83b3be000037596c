package io.postrider.web.server;

import io.postrider.platform.settings.Settings;
import java.time.Duration;

/**
 * What an operator can say about the HTTP server.
 *
 * @param head how long the head of a request may take from its first byte to its last
 * @param write how long a client may take none of what waits to be written to it
 * @param connectionsPerAddress the connections that one network may hold, 1 to all of the server's
 * @param proxies to whose connections that does not apply
 */
public record ServerSettings(
        Duration head, Duration write, int connectionsPerAddress, TrustedProxies proxies) {

    private static final int HEAD_SECONDS = 15;
    private static final int WRITE_SECONDS = 30;
    private static final int WRITE_SECONDS_MAX = 3_600;
    private static final int CONNECTIONS_PER_ADDRESS = 1_000;

    /** Reads them. */
    public static ServerSettings from(Settings settings) {
        return new ServerSettings(
                Duration.ofSeconds(
                        settings.number(
                                "POSTRIDER_HEAD_TIMEOUT_SECONDS",
                                HEAD_SECONDS,
                                1,
                                Math.toIntExact(ServerLimits.IDLE_MAX.toSeconds()))),
                Duration.ofSeconds(
                        settings.number(
                                "POSTRIDER_WRITE_TIMEOUT_SECONDS",
                                WRITE_SECONDS,
                                1,
                                WRITE_SECONDS_MAX)),
                settings.number(
                        "POSTRIDER_CONNECTIONS_PER_ADDRESS",
                        CONNECTIONS_PER_ADDRESS,
                        1,
                        ServerLimits.CONNECTIONS_MAX),
                TrustedProxies.from(settings));
    }
}
