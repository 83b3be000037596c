package io.postrider.standalone;

import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Checks early that a port is free, with a one-line error. */
final class FreePort {

    private FreePort() {}

    /**
     * Requires that no server listens on a port, on any address of this machine.
     *
     * @param setting the setting that names the port
     * @param value the value of the setting
     * @throws SettingException if a server listens on the port
     */
    static void require(String setting, String value, int port) {
        require(setting, value, new InetSocketAddress(port));
    }

    /**
     * Requires that no server listens on a port, on one address of this machine.
     *
     * @throws SettingException if the address is not of this machine, or a server listens on the port
     */
    static void require(String setting, String value, InetSocketAddress address) {
        // A socket that never listens: clients must not find the port open before the server runs.
        try (Socket socket = new Socket()) {
            // Connections of a killed process in TIME_WAIT do not prevent the bind.
            socket.setReuseAddress(true);
            socket.bind(address);
        } catch (IOException e) {
            throw new SettingException(
                    setting, value, "a free port; this one failed: " + e.getMessage());
        }
    }
}
