package io.postrider.systemtests.faults;

import io.postrider.systemtests.HttpNode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/** Follows one link over one connection, again and again: what a visitor can send at most. */
final class KeptConnection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String CONTENT_LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final byte[] request;

    KeptConnection(int port, String slug) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        in = new BufferedInputStream(socket.getInputStream());
        request =
                "GET /%s HTTP/1.1\r\nHost: localhost:%d\r\nUser-Agent: %s\r\n\r\n"
                        .formatted(slug, port, HttpNode.BROWSER)
                        .getBytes(StandardCharsets.US_ASCII);
    }

    /** Follows the link and gives the answer's status. */
    int follow() throws IOException {
        socket.getOutputStream().write(request);
        String status = line();
        if (!status.startsWith("HTTP/1.1 ")) {
            throw new IOException("no status line, but: " + status);
        }
        long body = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith(CONTENT_LENGTH)) {
                body = Long.parseLong(header.substring(CONTENT_LENGTH.length()).strip());
            }
        }
        in.skipNBytes(body);
        return Integer.parseInt(status.substring(9, 12));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("closed after: " + line);
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
