package io.postrider.schemas.json;

import io.postrider.domain.models.ModelConnection;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** A connection to a provider of models as JSON, without its secrets. */
public final class ConnectionJson {

    private ConnectionJson() {}

    /** The connection. */
    public static ObjectNode of(ModelConnection connection, long version) {
        ObjectNode node = Json.object();
        node.put("id", connection.id());
        node.put("object", "model_connection");
        node.put("name", connection.name());
        node.put("kind", connection.kind());
        node.put("base_url", connection.baseUrl());
        node.put("has_api_key", connection.apiKey() != null);
        node.set(
                "header_names",
                Json.texts(connection.headers().keySet().stream().sorted().toList()));
        Integer seconds = connection.timeoutSeconds();
        node.put("timeout", seconds == null ? null : Duration.ofSeconds(seconds).toString());
        node.set("metadata", Json.texts(connection.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(connection.createdAt()));
        node.put("updated_at", Json.time(connection.updatedAt()));
        return node;
    }
}
