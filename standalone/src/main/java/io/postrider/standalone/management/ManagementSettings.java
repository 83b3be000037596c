package io.postrider.standalone.management;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/** The settings of the management port. */
public final class ManagementSettings {

    /** The setting of the port. */
    public static final String PORT = "POSTRIDER_MANAGEMENT_PORT";

    private static final String ADDRESS = "POSTRIDER_MANAGEMENT_ADDRESS";
    private static final int USUAL_PORT = 9464;
    private static final int HIGHEST_PORT = 65_535;
    private static final String OFF = "off";

    private ManagementSettings() {}

    /**
     * The address of the management server; its port is 0 for a free one. Empty if it is turned off.
     *
     * @throws SettingException if a setting cannot be used
     */
    public static Optional<InetSocketAddress> from(Settings settings) {
        String text = settings.text(PORT).orElse("");
        if (text.strip().equals(OFF)) {
            return Optional.empty();
        }
        InetAddress address = address(settings.text(ADDRESS).orElse("127.0.0.1"));
        int port = port(settings, text);
        if (port == settings.port()) {
            throw new SettingException(
                    PORT, Integer.toString(port), "another port than " + Settings.PORT);
        }
        return Optional.of(new InetSocketAddress(address, port));
    }

    private static int port(Settings settings, String text) {
        try {
            return settings.number(PORT, USUAL_PORT, 0, HIGHEST_PORT);
        } catch (SettingException e) {
            throw new SettingException(
                    PORT, text, "a whole number from 0 to " + HIGHEST_PORT + ", or " + OFF);
        }
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
