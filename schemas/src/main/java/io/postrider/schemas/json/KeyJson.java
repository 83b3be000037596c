package io.postrider.schemas.json;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.OldSecret;
import tools.jackson.databind.node.ObjectNode;

/** An API key as JSON, without its secret and without its hash. */
public final class KeyJson {

    private KeyJson() {}

    /** The key. */
    public static ObjectNode of(ApiKey key, long version) {
        ObjectNode node = Json.object();
        node.put("id", key.id());
        node.put("object", "key");
        node.put("name", key.name());
        node.put("prefix", "prk_" + key.environment() + "_" + key.publicId());
        node.put("environment", key.environment());
        node.set("scopes", Json.texts(key.scopes()));
        node.set("resources", Json.texts(key.resources()));
        node.set("ip_allow", Json.texts(key.ipAllow()));
        node.set("origins", Json.texts(key.origins()));
        node.put("requests_per_minute", key.requestsPerMinute());
        node.put("expires_at", Json.time(key.expiresAt()));
        OldSecret old = key.previous();
        node.put("previous_secret_ends_at", old == null ? null : Json.time(old.endsAt()));
        // Not in events, so only the edge adds it.
        node.putNull("last_used_at");
        node.putNull("last_used");
        node.putNull("previous_secret_last_used");
        node.put("revoked_at", Json.time(key.revokedAt()));
        node.put("version", version);
        node.put("created_at", Json.time(key.createdAt()));
        node.put("updated_at", Json.time(key.updatedAt()));
        return node;
    }
}
