package io.postrider.testkit.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The response of a receiver to one request. */
public interface StubResponse {

    /** A connection whose request was read, and which now awaits its answer. */
    record Exchange(ReceivedRequest request, Socket socket, LoopbackServer server) {

        /** Sends bytes at once. */
        public void send(byte[] bytes) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        }

        /** Sends Latin-1 text at once. */
        public void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** Answers, and says whether the connection goes on. */
    boolean answer(Exchange exchange) throws IOException;

    /** A status without a body. */
    static StubResponse status(int status) {
        return status(status, Map.of(), "");
    }

    /** A status with fields and a UTF-8 body. */
    static StubResponse status(int status, Map<String, String> headers, String body) {
        return status(status, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    /** A status with fields and a body; the connection goes on unless the request says otherwise. */
    static StubResponse status(int status, Map<String, String> headers, byte[] body) {
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" Scripted\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (status != 204 && status != 304) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        return exchange -> {
            boolean goesOn =
                    exchange.request()
                            .header("connection")
                            .map(value -> !value.equalsIgnoreCase("close"))
                            .orElse(true);
            byte[] start =
                    (head + (goesOn ? "" : "Connection: close\r\n") + "\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1);
            byte[] whole = new byte[start.length + body.length];
            System.arraycopy(start, 0, whole, 0, start.length);
            System.arraycopy(body, 0, whole, start.length, body.length);
            exchange.send(whole);
            return goesOn;
        };
    }

    /** These bytes, as Latin-1, whatever they mean; then the connection is closed. */
    static StubResponse raw(String bytes) {
        return exchange -> {
            exchange.send(bytes);
            return false;
        };
    }

    /** These bytes, as Latin-1; then the connection is reset. */
    static StubResponse rawThenReset(String bytes) {
        return exchange -> {
            exchange.send(bytes);
            exchange.socket().setSoLinger(true, 0);
            return false;
        };
    }

    /** Nothing at all, until the receiver is closed or the peer goes away. */
    static StubResponse silence() {
        return exchange -> exchange.socket().getInputStream().read() >= 0;
    }

    /** Sends the first text at once, then the second one repeatedly with pauses, until the connection is closed. */
    static StubResponse drip(String first, String again, long pauseMillis) {
        return exchange -> {
            exchange.send(first);
            while (exchange.server().pause(pauseMillis)) {
                exchange.send(again);
            }
            return false;
        };
    }

    /** The first text, then the given text as often and as fast as the peer takes it, until it goes away. */
    static StubResponse flood(String first, String again) {
        return exchange -> {
            exchange.send(first);
            byte[] block =
                    again.repeat(1 + 65_536 / again.length()).getBytes(StandardCharsets.ISO_8859_1);
            while (exchange.server().pause(0)) {
                exchange.send(block);
            }
            return false;
        };
    }
}
