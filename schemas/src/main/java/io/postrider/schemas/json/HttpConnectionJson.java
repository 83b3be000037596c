package io.postrider.schemas.json;

import io.postrider.domain.automation.HttpConnection;
import tools.jackson.databind.node.ObjectNode;

/** A connection of rules as JSON, without its secret. */
public final class HttpConnectionJson {

    private HttpConnectionJson() {}

    /** The connection. */
    public static ObjectNode of(HttpConnection connection, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", connection.id());
        node.put("object", "http_connection");
        node.put("name", connection.name());
        node.put("kind", connection.kind().label());
        node.put("host", connection.host());
        node.set("metadata", Json.texts(connection.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(connection.createdAt()));
        node.put("updated_at", Json.time(connection.updatedAt()));
        return node;
    }
}
