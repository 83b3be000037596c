package io.postrider.platform.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports without a server, for tests of connection failures. */
final class Ports {

    private Ports() {}

    static int closed() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
