package io.postrider.systemtests.faults;

import io.postrider.systemtests.HttpNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Follows links over a connection each: no library that tries again behind our back. */
final class Visitor {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final int port;

    Visitor(int port) {
        this.port = port;
    }

    /**
     * Follows a link and gives the answer's status.
     *
     * @param page where the visitor says to come from, by which the click is known later
     */
    int follow(String slug, String page) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            String head =
                    String.join(
                            "\r\n",
                            "GET /" + slug + " HTTP/1.1",
                            "Host: localhost:" + port,
                            "User-Agent: " + HttpNode.BROWSER,
                            "Referer: " + page,
                            "Connection: close",
                            "",
                            "");
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 302".length());
            String text = new String(line, StandardCharsets.US_ASCII);
            if (!text.matches("HTTP/1\\.1 [0-9]{3}")) {
                throw new IOException("no status line, but: " + text);
            }
            return Integer.parseInt(text.substring(text.length() - 3));
        }
    }
}
