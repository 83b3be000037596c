package io.postrider.testkit.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One request as it arrived. */
public final class ReceivedRequest {

    private final String method;
    private final String target;
    private final List<Map.Entry<String, String>> headers;
    private final byte[] body;
    private final Instant arrivedAt;

    ReceivedRequest(
            String method,
            String target,
            List<Map.Entry<String, String>> headers,
            byte[] body,
            Instant arrivedAt) {
        this.method = method;
        this.target = target;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.arrivedAt = arrivedAt;
    }

    /** The method, such as {@code POST}. */
    public String method() {
        return method;
    }

    /** Path and query as they stood in the request line. */
    public String target() {
        return target;
    }

    /** All fields in their order and spelling. */
    public List<Map.Entry<String, String>> headers() {
        return headers;
    }

    /** The first field of that name, in any case. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The body's bytes. */
    public byte[] body() {
        return body.clone();
    }

    /** The body as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** When the last byte was read. */
    public Instant arrivedAt() {
        return arrivedAt;
    }

    @Override
    public String toString() {
        return method + " " + target + " (" + body.length + " bytes)";
    }
}
