package io.postrider.schemas.kafka;

import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.kafka.common.errors.RetriableException;
import tools.jackson.core.JacksonException;

/** The schemas of this library, and those that a registry or a newer Postrider has under {@code /schemas/ids/{id}}. */
final class SchemaLookup implements SchemaIds {

    /** The setting with the address of the registry, as Confluent's serializers name it. */
    static final String URL = "schema.registry.url";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final LockedSchemaIds shipped = LockedSchemaIds.shipped();
    private final Map<Integer, Schema> found = new ConcurrentHashMap<>();
    private final Optional<String> url;

    private SchemaLookup(Optional<String> url) {
        this.url = url;
    }

    static SchemaLookup of(Map<String, ?> settings) {
        return new SchemaLookup(
                Optional.ofNullable(settings.get(URL))
                        .map(given -> given.toString().replaceFirst("/+$", "")));
    }

    @Override
    public int idOf(String subject, Schema schema) {
        return shipped.idOf(subject, schema);
    }

    @Override
    public Schema schemaOf(int id) {
        Schema known = found.get(id);
        if (known != null) {
            return known;
        }
        Schema schema = shipped.contains(id) ? shipped.schemaOf(id) : asked(id);
        found.put(id, schema);
        return schema;
    }

    private Schema asked(int id) {
        String base =
                url.orElseThrow(() ->
                        new UnknownSchemaException(
                                "no schema with id " + id + "; set " + URL + " to look it up"));
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(base + "/schemas/ids/" + id))
                            .timeout(TIMEOUT)
                            .build();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() == 404) {
                throw new UnknownSchemaException("no schema with id " + id + " at " + base);
            }
            return new Schema.Parser()
                    .parse(Json.mapper().readTree(response.body()).path("schema").stringValue());
        } catch (IOException | JacksonException | SchemaParseException e) {
            throw new SchemaUnavailableException(base + " returned no schema with id " + id, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SchemaUnavailableException("interrupted", e);
        }
    }

    /** The registry did not return the schema; the next attempt can succeed. */
    static final class SchemaUnavailableException extends RetriableException {

        private static final long serialVersionUID = 1L;

        SchemaUnavailableException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
