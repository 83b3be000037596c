package io.postrider.web.server;

import io.postrider.platform.settings.Between;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DurationUnit;

/**
 * Settings of the HTTP server.
 *
 * @param head the maximum time for the request line and headers, from the first byte
 * @param write the time after which the server closes a connection whose client reads none of the pending bytes
 * @param connectionsPerAddress the number of connections per client address (for IPv6 per /56)
 * @param trustedProxies the CIDRs of the proxies whose X-Forwarded-For is trusted
 */
@ConfigurationProperties("postrider")
public record ServerSettings(
        @Name("head-timeout-seconds")
                @DefaultValue("15")
                @DurationUnit(ChronoUnit.SECONDS)
                @Between(max = 75)
                Duration head,
        @Name("write-timeout-seconds")
                @DefaultValue("30")
                @DurationUnit(ChronoUnit.SECONDS)
                @Between(max = 3_600)
                Duration write,
        @DefaultValue("1000") @Between(max = ServerLimits.CONNECTIONS_MAX)
                int connectionsPerAddress,
        @Nullable String trustedProxies) {

    /** The proxies whose connections have no limit per address. */
    public TrustedProxies proxies() {
        return trustedProxies == null
                ? TrustedProxies.none()
                : TrustedProxies.parse(trustedProxies);
    }
}
