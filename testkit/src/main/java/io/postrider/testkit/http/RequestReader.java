package io.postrider.testkit.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads HTTP/1.1 requests from a connection. */
final class RequestReader {

    private static final int LINE_LENGTH_MAX = 65_536;

    private final InputStream in;

    RequestReader(InputStream in) {
        this.in = in;
    }

    /** The next request; empty when the peer closed the connection between two requests. */
    Optional<ReceivedRequest> next() throws IOException {
        Optional<String> requestLine = line();
        if (requestLine.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = requestLine.get().split(" ", 3);
        if (parts.length != 3) {
            throw new IOException("request line: " + requestLine.get());
        }
        List<Map.Entry<String, String>> headers = headers();
        byte[] body = body(headers);
        return Optional.of(new ReceivedRequest(parts[0], parts[1], headers, body, Instant.now()));
    }

    private List<Map.Entry<String, String>> headers() throws IOException {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (String line = required(); !line.isEmpty(); line = required()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("header line: " + line);
            }
            headers.add(Map.entry(line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return headers;
    }

    private byte[] body(List<Map.Entry<String, String>> headers) throws IOException {
        for (Map.Entry<String, String> field : headers) {
            if (field.getKey().equalsIgnoreCase("content-length")) {
                return exactly(Integer.parseInt(field.getValue()));
            }
            if (field.getKey().equalsIgnoreCase("transfer-encoding")) {
                return chunks();
            }
        }
        return new byte[0];
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int length = Integer.parseInt(required(), 16);
        while (length > 0) {
            body.write(exactly(length));
            required();
            length = Integer.parseInt(required(), 16);
        }
        headers();
        return body.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("body of " + bytes.length + " bytes (expected: " + length + ")");
        }
        return bytes;
    }

    private String required() throws IOException {
        return line().orElseThrow(() -> new EOFException("request cut short"));
    }

    private Optional<String> line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0 && line.size() == 0) {
                return Optional.empty();
            }
            if (b < 0 || line.size() > LINE_LENGTH_MAX) {
                throw new EOFException("line of " + line.size() + " bytes without end");
            }
            line.write(b);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return Optional.of(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
}
