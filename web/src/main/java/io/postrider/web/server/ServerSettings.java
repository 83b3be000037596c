package io.postrider.web.server;

import io.postrider.platform.settings.Settings;
import java.time.Duration;

/**
 * Settings of the HTTP server.
 *
 * @param head maximum time from the first to the last byte of a request's head
 * @param write maximum time in which a client reads none of the waiting bytes
 * @param connectionsPerAddress connections of one network, 1 to all of the server's
 * @param proxies proxies whose connections have no such limit
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
