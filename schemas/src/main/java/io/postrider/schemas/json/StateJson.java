package io.postrider.schemas.json;

import io.postrider.domain.state.StateEntry;
import tools.jackson.databind.node.ObjectNode;

/** A value of rules as JSON. */
public final class StateJson {

    private StateJson() {}

    /** The entry. */
    public static ObjectNode of(StateEntry entry, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", entry.id());
        node.put("object", "state");
        node.put("key", entry.name());
        node.set("value", Json.mapper().readTree(entry.value()));
        node.put("expires_at", Json.time(entry.expiresAt()));
        node.put("version", version);
        node.put("created_at", Json.time(entry.createdAt()));
        node.put("updated_at", Json.time(entry.updatedAt()));
        return node;
    }
}
