package io.postrider.schemas.json;

import io.postrider.domain.templates.Template;
import tools.jackson.databind.node.ObjectNode;

/** A template as JSON. */
public final class TemplateJson {

    private TemplateJson() {}

    /** The template. */
    public static ObjectNode of(Template template, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", template.id());
        node.put("object", "template");
        node.put("instance_id", template.instanceId());
        node.put("name", template.name());
        node.put("language", template.language());
        node.put("category", template.category());
        node.set("components", Json.mapper().readTree(template.components()));
        node.put("status", template.status().label());
        node.put("reason", template.reason());
        node.put("provider_id", template.providerId());
        node.put("version", version);
        node.put("created_at", Json.time(template.createdAt()));
        node.put("updated_at", Json.time(template.updatedAt()));
        return node;
    }
}
