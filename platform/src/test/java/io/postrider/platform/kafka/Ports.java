package io.postrider.platform.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for tests of what happens when nobody answers. */
final class Ports {

    private Ports() {}

    static int closed() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
