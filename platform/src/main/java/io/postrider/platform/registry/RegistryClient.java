package io.postrider.platform.registry;

import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
    private static final int OK = 200;
    private static final int CONFLICT = 409;
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    private final String base;
    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(TIMEOUT)
                    .build();

    /**
     * A client.
     *
     * @param base address without a slash at the end, for example {@code http://registry:8080/apis/ccompat/v7}
     */
    RegistryClient(String base) {
        this.base = base;
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
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(base + path))
                        .timeout(TIMEOUT)
                        .header("Content-Type", CONTENT_TYPE)
                        .header("Accept", CONTENT_TYPE)
                        .method(method, BodyPublishers.ofByteArray(Json.bytes(body)))
                        .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static JsonNode read(String method, String path, HttpResponse<String> response)
            throws IOException {
        if (response.statusCode() != OK) {
            throw new IOException(
                    method + " " + path + ": " + response.statusCode() + " " + response.body());
        }
        try {
            return Json.mapper().readTree(response.body());
        } catch (JacksonException e) {
            throw new IOException(method + " " + path + ": no JSON", e);
        }
    }

    private static String encoded(String subject) {
        return URLEncoder.encode(subject, StandardCharsets.UTF_8);
    }
}
