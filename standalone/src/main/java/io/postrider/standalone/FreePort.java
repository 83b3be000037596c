package io.postrider.standalone;

import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Tells that a port is taken before much has been started, and in one line. */
final class FreePort {

    private FreePort() {}

    /**
     * A port on which nobody listens, on any address of this machine.
     *
     * @param setting the variable that says which port it is
     * @param value what it says
     * @throws SettingException if somebody does
     */
    static void require(String setting, String value, int port) {
        require(setting, value, new InetSocketAddress(port));
    }

    /**
     * A port on which nobody listens, on one address of this machine.
     *
     * @throws SettingException if the address is not of this machine, or the port is taken
     */
    static void require(String setting, String value, InetSocketAddress address) {
        // A socket that never listens: nobody is to find the port open before there is anybody
        // behind it.
        try (Socket socket = new Socket()) {
            // What the connections of a process that was killed have left behind is in nobody's
            // way.
            socket.setReuseAddress(true);
            socket.bind(address);
        } catch (IOException e) {
            throw new SettingException(
                    setting, value, "a free port; this one failed: " + e.getMessage());
        }
    }
}
