package io.postrider.benchmarks.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One kept connection to a server on this machine, one request at a time.
 *
 * <p>It does as little as it can, because it runs beside what it measures. It never repeats a request: one that fails is
 * an error of the server's.
 */
public final class HttpConnection implements AutoCloseable {

    private static final String HOST = "localhost";
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final int HEAD_BYTES_MAX = 64 << 10;
    private static final int BUFFER_BYTES = 16 << 10;

    private final int port;
    private final String authorization;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    /** An answer: the head as it came, and the body. */
    public record Reply(int status, String head, String body) {

        /** The value of a header, or nothing. */
        public String header(String name) {
            String start = "\n" + name.toLowerCase(Locale.ROOT) + ":";
            int at = head.toLowerCase(Locale.ROOT).indexOf(start);
            if (at < 0) {
                return "";
            }
            int from = at + start.length();
            return head.substring(from, head.indexOf("\r\n", from)).strip();
        }

        /** Fails unless the status is the one that was hoped for. */
        public Reply expect(int hoped) throws IOException {
            if (status != hoped) {
                throw new IOException("answered " + status + ": " + body);
            }
            return this;
        }
    }

    /** @param key an API key, or nothing for a visitor */
    public HttpConnection(int port, String key) {
        this.port = port;
        this.authorization = key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n";
    }

    /** Asks for a path, with further header lines that each end in a line break. */
    public Reply get(String path, String headers) throws IOException {
        return exchange("GET " + path + start() + headers + "\r\n");
    }

    public Reply get(String path) throws IOException {
        return get(path, "");
    }

    public Reply post(String path, String json) throws IOException {
        return post(path, json, "");
    }

    /** Posts, with further header lines that each end in a line break. */
    public Reply post(String path, String json, String headers) throws IOException {
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        return exchange(
                "POST "
                        + path
                        + start()
                        + "Content-Type: application/json\r\nContent-Length: "
                        + length
                        + "\r\n"
                        + headers
                        + "\r\n"
                        + json);
    }

    private String start() {
        return " HTTP/1.1\r\nHost: " + HOST + ":" + port + "\r\n" + authorization;
    }

    private Reply exchange(String request) throws IOException {
        try {
            Socket open = connected();
            open.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return read();
        } catch (IOException e) {
            // The next bytes on this connection are unknown.
            close();
            throw e;
        }
    }

    private Socket connected() throws IOException {
        if (socket == null) {
            Socket opened = new Socket(HOST, port);
            opened.setTcpNoDelay(true);
            opened.setSoTimeout((int) ANSWER_MAX.toMillis());
            socket = opened;
            in = new BufferedInputStream(opened.getInputStream(), BUFFER_BYTES);
        }
        return socket;
    }

    private Reply read() throws IOException {
        String head = readHead();
        Reply bare = new Reply(status(head), head, "");
        if (!bare.header("transfer-encoding").isEmpty()) {
            throw new IOException("a body of unknown length: " + head);
        }
        String length = bare.header("content-length");
        String body = length.isEmpty() ? "" : readBody(Integer.parseInt(length));
        if (bare.header("connection").equalsIgnoreCase("close")) {
            close();
        }
        return new Reply(bare.status(), head, body);
    }

    private static int status(String head) throws IOException {
        if (!head.startsWith("HTTP/1.") || head.length() < 12) {
            throw new IOException("not an answer: " + head);
        }
        return Integer.parseInt(head, 9, 12, 10);
    }

    private String readHead() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < 4) {
            int next = next();
            head.write(next);
            boolean expected = next == (matched % 2 == 0 ? '\r' : '\n');
            matched = expected ? matched + 1 : 0;
            if (head.size() > HEAD_BYTES_MAX) {
                throw new IOException("an endless head");
            }
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private int next() throws IOException {
        int next = in == null ? -1 : in.read();
        if (next < 0) {
            throw new EOFException("the connection was closed without an answer");
        }
        return next;
    }

    private String readBody(int length) throws IOException {
        byte[] body = in == null ? new byte[0] : in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the connection was closed within an answer");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        Socket closed = socket;
        socket = null;
        in = null;
        try {
            if (closed != null) {
                closed.close();
            }
        } catch (IOException _) {
            // It is of no use any more, closed or not.
        }
    }
}
