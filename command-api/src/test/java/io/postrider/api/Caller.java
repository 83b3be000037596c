package io.postrider.api;

import io.postrider.schemas.json.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** A client of the API with its credentials. */
public record Caller(WebTestClient client, Map<String, String> headers) {

    public Caller(WebTestClient client) {
        this(client, Map.of());
    }

    /** The same caller with one header more on every request. */
    public Caller with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Caller(client, more);
    }

    /** The same caller with more headers on every request. */
    public Caller with(Map<String, String> added) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.putAll(added);
        return new Caller(client, more);
    }

    public Response get(String path) {
        return send(HttpMethod.GET, path, null);
    }

    public Response delete(String path) {
        return send(HttpMethod.DELETE, path, null);
    }

    public Response post(String path, String json) {
        return send(HttpMethod.POST, path, json);
    }

    public Response post(String path) {
        return send(HttpMethod.POST, path, null);
    }

    public Response patch(String path, String json) {
        return send(HttpMethod.PATCH, path, json);
    }

    public Response send(HttpMethod method, String path, @Nullable String json) {
        byte[] body = json == null ? null : json.getBytes(StandardCharsets.UTF_8);
        return send(method, path, "application/json", body);
    }

    public Response send(
            HttpMethod method, String path, @Nullable String type, byte @Nullable [] body) {
        WebTestClient.RequestBodySpec request = client.method(method).uri(URI.create(path));
        headers.forEach((name, value) -> put(request, name, value));
        if (body != null && type != null) {
            request.header(HttpHeaders.CONTENT_TYPE, type);
        }
        // Not as a value: the client would read the content type, and some are unreadable on
        // purpose.
        var sent =
                body == null
                        ? request.exchange()
                        : request.body((message, context) ->
                                        message.writeWith(
                                                Mono.just(message.bufferFactory().wrap(body))))
                                .exchange();
        var result = sent.expectBody(byte[].class).returnResult();
        byte[] answered = Optional.ofNullable(result.getResponseBody()).orElse(new byte[0]);
        String text = new String(answered, StandardCharsets.UTF_8);
        return new Response(
                result.getStatus().value(), result.getResponseHeaders(), text, json(text));
    }

    /** The server behind the client is no socket, and reads no cookies from headers. */
    private static void put(WebTestClient.RequestBodySpec request, String name, String value) {
        if (name.equals(HttpHeaders.COOKIE)) {
            for (String one : value.split("; ", -1)) {
                int cut = one.indexOf('=');
                request.cookie(one.substring(0, cut), one.substring(cut + 1));
            }
        } else {
            request.header(name, value);
        }
    }

    private static JsonNode json(String text) {
        return text.startsWith("{") || text.startsWith("[")
                ? Json.mapper().readTree(text)
                : Json.object();
    }
}
