package io.postrider.schemas.json;

import io.postrider.domain.automation.OwnEventType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An own type of events as JSON. */
public final class OwnEventTypeJson {

    private OwnEventTypeJson() {}

    /** The type. */
    public static ObjectNode of(OwnEventType eventType, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", eventType.id());
        node.put("object", "own_event_type");
        node.put("type", eventType.type());
        node.put("description", eventType.description());
        node.set("json_schema", tree(eventType.jsonSchema()));
        node.set("example", tree(eventType.example()));
        node.put("version", version);
        node.put("created_at", Json.time(eventType.createdAt()));
        node.put("updated_at", Json.time(eventType.updatedAt()));
        return node;
    }

    private static @Nullable JsonNode tree(@Nullable String json) {
        return json == null ? null : Json.mapper().readTree(json);
    }
}
