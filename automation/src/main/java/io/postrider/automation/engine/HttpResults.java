package io.postrider.automation.engine;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.postrider.outbound.http.RetryAfter;
import io.postrider.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer over HTTP, of which at most 64 KiB are kept.
 *
 * @param headers by their names in lower case, without cookies
 * @param body JSON, or a text; null for none
 */
record HttpResults(int status, ObjectNode headers, JsonNode body, Optional<Duration> retryAfter) {

    private static final int BYTES_MAX = 64 << 10;

    /** Deeper values could not be serialised within a run and its events. */
    private static final int LEVELS_MAX = 100;

    /** Reads the answer to a request. */
    static Publisher<HttpResults> to(HttpClient.ResponseReceiver<?> sent) {
        return sent.response((response, content) ->
                content.asByteArray()
                        .reduceWith(ByteArrayOutputStream::new, HttpResults::append)
                        .map(bytes -> of(response, bytes.toByteArray())));
    }

    boolean isOk() {
        return status >= 200 && status < 300;
    }

    /** Whether the same request may succeed later. */
    boolean isTemporary() {
        return status == 408 || status == 425 || status == 429 || status >= 500;
    }

    private static ByteArrayOutputStream append(ByteArrayOutputStream all, byte[] piece) {
        all.write(piece, 0, Math.min(piece.length, BYTES_MAX - all.size()));
        return all;
    }

    private static HttpResults of(HttpClientResponse response, byte[] bytes) {
        return new HttpResults(
                response.status().code(),
                headers(response.responseHeaders()),
                json(bytes),
                RetryAfter.parse(
                        response.responseHeaders().getAll(HttpHeaderNames.RETRY_AFTER),
                        Instant.now()));
    }

    private static ObjectNode headers(HttpHeaders all) {
        ObjectNode headers = Json.object();
        for (String given : all.names()) {
            String name = given.toLowerCase(Locale.ROOT);
            if (!name.startsWith("set-cookie")) {
                headers.put(name, String.join(", ", all.getAll(given)));
            }
        }
        return headers;
    }

    private static JsonNode json(byte[] bytes) {
        if (bytes.length == 0) {
            return Json.mapper().nullNode();
        }
        try {
            JsonNode json = Json.mapper().readTree(bytes);
            return levels(json) > LEVELS_MAX ? text(bytes) : json;
        } catch (JacksonException e) {
            return text(bytes);
        }
    }

    private static int levels(JsonNode json) {
        return json.isContainer()
                ? 1 + json.valueStream().mapToInt(HttpResults::levels).max().orElse(0)
                : 0;
    }

    private static JsonNode text(byte[] bytes) {
        return Json.mapper().getNodeFactory().stringNode(new String(bytes, StandardCharsets.UTF_8));
    }
}
