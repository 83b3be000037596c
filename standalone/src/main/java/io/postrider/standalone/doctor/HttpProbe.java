package io.postrider.standalone.doctor;

import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Sends the requests of the checks, with short timeouts. */
final class HttpProbe {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Set<String> STATUSES = Set.of("ready", "not_ready");

    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(TIMEOUT)
                    .build();

    /** The response to a GET request. */
    HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri).timeout(TIMEOUT).GET().build(),
                BodyHandlers.ofString());
    }

    /** The readiness that a Postrider at an address of this machine reports; empty if there is another server or none. */
    Optional<JsonNode> readiness(InetSocketAddress address) throws InterruptedException {
        try {
            JsonNode body = Json.mapper().readTree(get(local(address, "/readyz")).body());
            return Optional.of(body)
                    .filter(node -> STATUSES.contains(node.path("status").asString("")));
        } catch (IOException | JacksonException _) {
            return Optional.empty();
        }
    }

    /** The URL of a path at an address, with the loopback address in place of a wildcard. */
    static URI local(InetSocketAddress address, String path) {
        InetAddress ip = address.getAddress();
        String host =
                ip == null
                        ? address.getHostString()
                        : ip.isAnyLocalAddress() ? "127.0.0.1" : ip.getHostAddress();
        String literal = host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://" + literal + ":" + address.getPort() + path);
    }

    /** The time that a server states in its response. */
    static Optional<Instant> date(HttpResponse<?> response) {
        try {
            return response.headers()
                    .firstValue("Date")
                    .map(text -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
