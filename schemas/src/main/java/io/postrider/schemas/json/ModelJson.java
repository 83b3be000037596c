package io.postrider.schemas.json;

import io.postrider.domain.models.Model;
import io.postrider.domain.models.Model.ModelDefaults;
import tools.jackson.databind.node.ObjectNode;

/** A model as JSON in OpenAI's format. */
public final class ModelJson {

    private ModelJson() {}

    /** The model. */
    public static ObjectNode of(Model model, long version) {
        ObjectNode node =
                head(model.alias(), model.createdAt().getEpochSecond(), model.workspace());
        node.put("display_name", model.displayName());
        node.put("connection_id", model.connectionId());
        node.put("upstream_model", model.upstreamModel());
        node.set("defaults", defaults(model.defaults()));
        node.put("context_window", model.contextWindow());
        node.set("metadata", Json.texts(model.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(model.createdAt()));
        node.put("updated_at", Json.time(model.updatedAt()));
        return node;
    }

    /**
     * The four fields without which those clients fail.
     *
     * @param created in Unix seconds, as they want it
     */
    public static ObjectNode head(String id, long created, String ownedBy) {
        ObjectNode node = Json.object();
        node.put("id", id);
        node.put("object", "model");
        node.put("created", created);
        node.put("owned_by", ownedBy);
        return node;
    }

    private static ObjectNode defaults(ModelDefaults defaults) {
        ObjectNode node = Json.object();
        node.put("system", defaults.system());
        node.put("temperature", defaults.temperature());
        node.put("max_tokens", defaults.maxTokens());
        return node;
    }
}
