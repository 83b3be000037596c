package io.postrider.standalone;

import io.netty.util.NetUtil;
import io.postrider.platform.settings.Settings;
import io.postrider.standalone.management.ManagementServer;
import io.postrider.standalone.management.ManagementSettings;
import io.postrider.standalone.management.Meters;
import io.postrider.web.server.Health;
import java.net.InetSocketAddress;
import java.util.Optional;
import reactor.netty.ChannelBindException;

/** The management port of this process, unless it is turned off. */
final class ManagementPort {

    private final Optional<InetSocketAddress> address;
    private final Health health;
    private final Meters meters;
    private volatile String metrics = "";

    ManagementPort(Settings settings, Health health, Meters meters) {
        this.address = ManagementSettings.from(settings);
        this.health = health;
        this.meters = meters;
    }

    /** Opens the port, if there is one. */
    Runnable open() {
        return address.map(this::open).orElse(() -> {});
    }

    private Runnable open(InetSocketAddress socket) {
        try {
            ManagementServer server = ManagementServer.start(socket, health, meters::scrape);
            metrics = "http://" + NetUtil.toSocketAddressString(server.address()) + "/metrics";
            return server::close;
        } catch (ChannelBindException e) {
            // A part of this process listens on it, or another process since the start.
            throw new Settings.SettingException(
                    ManagementSettings.PORT,
                    Integer.toString(socket.getPort()),
                    "a free port; this one failed: " + e.getMessage());
        }
    }

    /** The URL of the metrics; empty if the port is not open. */
    String metrics() {
        return metrics;
    }

    /** Scrapes once: the first time loads many classes, and no client waits for it here. */
    void warmUp() {
        if (!metrics.isEmpty()) {
            Thread.ofPlatform().daemon().name("first-scrape").start(meters::scrape);
        }
    }
}
