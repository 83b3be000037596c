package io.postrider.testkit.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A connection on which a test says every byte itself. */
public final class RawConnection implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;

    /**
     * A response as read.
     *
     * @param headers by names in lower case
     */
    public record Response(int status, Map<String, String> headers, String body) {

        public @Nullable String header(String name) {
            return headers.get(name);
        }
    }

    public RawConnection(int port) throws IOException {
        this(port, 0);
    }

    /** @param receiveBytes of the socket's buffer; 0 for that of the system */
    public RawConnection(int port, int receiveBytes) throws IOException {
        socket = new Socket();
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    public RawConnection say(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return this;
    }

    /** Asks for a target with just a host. */
    public RawConnection get(String target) throws IOException {
        return say("GET " + target + " HTTP/1.1\r\nHost: go.example\r\n\r\n");
    }

    /** Reads the first line of a response alone. */
    public int status() throws IOException {
        return Integer.parseInt(line().substring(9, 12));
    }

    /** Reads lines up to one that contains a text, such as an event of a stream. */
    public void readUntil(String text) throws IOException {
        String _ = textUntil(text);
    }

    /** The same, with what was read. */
    public String textUntil(String text) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(text) < 0) {
            read.append(line()).append('\n');
        }
        return read.toString();
    }

    public Response read() throws IOException {
        return read(false);
    }

    /** Reads the status and the headers of a response, and nothing of its body. */
    public Response head() throws IOException {
        return read(true);
    }

    /** Reads one response; the answer to a HEAD has no body whatever its headers say. */
    public Response read(boolean head) throws IOException {
        String statusLine = line();
        if (!statusLine.matches("HTTP/1.[01] .*")) {
            throw new IOException("no status line: " + statusLine);
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int status = Integer.parseInt(statusLine.substring(9, 12));
        return new Response(status, headers, head ? "" : body(headers));
    }

    private String body(Map<String, String> headers) throws IOException {
        String length = headers.get("content-length");
        if (length != null) {
            return new String(in.readNBytes(Integer.parseInt(length)), ISO_8859_1);
        }
        if (!headers.containsKey("transfer-encoding")) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        int chunk = Integer.parseInt(line(), 16);
        while (chunk > 0) {
            out.append(new String(in.readNBytes(chunk), ISO_8859_1));
            line();
            chunk = Integer.parseInt(line(), 16);
        }
        line();
        return out.toString();
    }

    private String line() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int b = in.read();
        while (b != '\n') {
            if (b < 0) {
                throw new IOException("closed after: " + out.toString(ISO_8859_1));
            }
            if (b != '\r') {
                out.write(b);
            }
            b = in.read();
        }
        return out.toString(ISO_8859_1);
    }

    /** Whether the server ends the connection without a further byte. */
    public boolean ends() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    /** Whether nothing comes for a while. */
    public boolean isSilentFor(int millis) throws IOException {
        socket.setSoTimeout(millis);
        in.mark(1);
        try {
            var _ = in.read();
            in.reset();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } finally {
            socket.setSoTimeout(PATIENCE_MILLIS);
        }
    }

    /** Ends it without a goodbye: what the server sends from here on is answered by a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
