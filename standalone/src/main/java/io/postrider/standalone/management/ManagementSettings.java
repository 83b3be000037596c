package io.postrider.standalone.management;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The settings of the management port. */
public final class ManagementSettings {

    /** The setting of the port. */
    public static final String PORT = "POSTRIDER_MANAGEMENT_PORT";

    private static final String ADDRESS = "POSTRIDER_MANAGEMENT_ADDRESS";
    private static final int HIGHEST_PORT = 65_535;
    private static final String OFF = "off";

    /**
     * The settings as the operator writes them.
     *
     * @param managementPort the port of health and metrics
     * @param managementAddress the IP address of this machine on which that port listens; 0.0.0.0 or :: for all
     */
    @ConfigurationProperties("postrider")
    record Written(
            @DefaultValue("9464") String managementPort,
            @DefaultValue("127.0.0.1") String managementAddress) {}

    private ManagementSettings() {}

    /**
     * The address of the management server; its port is 0 for a free one. Empty if it is turned off.
     *
     * @throws SettingException if a setting cannot be used
     */
    public static Optional<InetSocketAddress> from(Settings settings) {
        Written written = settings.bind(Written.class);
        if (written.managementPort().strip().equals(OFF)) {
            return Optional.empty();
        }
        InetAddress address = address(written.managementAddress());
        int port = port(written.managementPort());
        if (port == settings.port()) {
            throw new SettingException(
                    PORT, Integer.toString(port), "another port than " + Settings.PORT);
        }
        return Optional.of(new InetSocketAddress(address, port));
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text.strip());
            if (port >= 0 && port <= HIGHEST_PORT) {
                return port;
            }
        } catch (NumberFormatException _) {
            // Not a number and out of range are one and the same mistake.
        }
        throw new SettingException(
                PORT, text, "a whole number from 0 to " + HIGHEST_PORT + ", or " + OFF);
    }

    private static InetAddress address(String text) {
        try {
            InetAddress address = InetAddress.ofLiteral(text.strip());
            try (ServerSocket _ = new ServerSocket(0, 1, address)) {
                return address;
            }
        } catch (IllegalArgumentException | IOException _) {
            throw new SettingException(
                    ADDRESS, text, "an IP address of this machine; 0.0.0.0 or :: for all");
        }
    }
}
