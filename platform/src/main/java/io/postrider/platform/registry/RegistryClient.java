package io.postrider.platform.registry;

import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The two calls to a schema registry that Postrider needs, as Confluent's REST interface has them
 * (docs.confluent.io/platform/current/schema-registry/develop/api.html).
 */
final class RegistryClient implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int SHOWN_MAX = 200;
    private static final int OK = 200;
    private static final int CONFLICT = 409;
    private static final Set<Integer> DENIED = Set.of(401, 403);
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    private final RegistrySettings settings;
    private final HttpClient client;

    RegistryClient(RegistrySettings settings) {
        this.settings = settings;
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(TIMEOUT);
        settings.tls().ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /** Registers a schema under a subject, or finds it there; the id is the registry's. */
    int register(String subject, Schema schema) throws IOException, InterruptedException {
        ObjectNode body = Json.object().put("schemaType", "AVRO").put("schema", schema.toString());
        JsonNode id = call("POST", "/subjects/" + encoded(subject) + "/versions", body).path("id");
        if (!id.isInt()) {
            throw new IOException("the registry gave no id for " + subject);
        }
        return id.asInt(0);
    }

    /**
     * Sets the rule by which a subject's next versions are judged. A registry that answers 409 is setting it for
     * another node at this moment; all nodes set the same rule.
     */
    void compatibility(String subject, String rule) throws IOException, InterruptedException {
        String path = "/config/" + encoded(subject);
        HttpResponse<String> response = send("PUT", path, Json.object().put("compatibility", rule));
        if (response.statusCode() != CONFLICT) {
            var _ = read("PUT", path, response);
        }
    }

    /** Lists the subjects, as a check of the access; the time of the registry's clock, if it states it. */
    Optional<Instant> time() throws IOException, InterruptedException {
        HttpResponse<String> response = send("GET", "/subjects", BodyPublishers.noBody());
        if (response.statusCode() != OK) {
            throw new IOException("GET /subjects: " + response.statusCode());
        }
        return response.headers().firstValue("Date").flatMap(RegistryClient::instant);
    }

    private static Optional<Instant> instant(String date) {
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        client.close();
    }

    private JsonNode call(String method, String path, ObjectNode body)
            throws IOException, InterruptedException {
        return read(method, path, send(method, path, body));
    }

    private HttpResponse<String> send(String method, String path, ObjectNode body)
            throws IOException, InterruptedException {
        return send(method, path, BodyPublishers.ofByteArray(Json.bytes(body)));
    }

    private HttpResponse<String> send(String method, String path, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(settings.url() + path))
                        .timeout(TIMEOUT)
                        .header("Content-Type", CONTENT_TYPE)
                        .header("Accept", CONTENT_TYPE)
                        .method(method, body);
        settings.authorization().ifPresent(value -> request.header("Authorization", value));
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        if (DENIED.contains(response.statusCode())) {
            throw new AccessDeniedException(
                    "%s %s was answered with %d; check %s and %s"
                            .formatted(
                                    method,
                                    path,
                                    response.statusCode(),
                                    RegistrySettings.USERNAME,
                                    RegistrySettings.PASSWORD));
        }
        return response;
    }

    private static JsonNode read(String method, String path, HttpResponse<String> response)
            throws IOException {
        if (response.statusCode() != OK) {
            throw new IOException(
                    "%s %s was answered with %d %s; check %s"
                            .formatted(
                                    method,
                                    path,
                                    response.statusCode(),
                                    oneLine(response.body()),
                                    RegistrySettings.URL));
        }
        try {
            return Json.mapper().readTree(response.body());
        } catch (JacksonException e) {
            throw new IOException(method + " " + path + ": no JSON", e);
        }
    }

    /** A proxy may answer with a page. */
    private static String oneLine(String body) {
        String line = body.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        return line.substring(0, Math.min(SHOWN_MAX, line.length()));
    }

    private static String encoded(String subject) {
        return URLEncoder.encode(subject, StandardCharsets.UTF_8);
    }
}
