package io.postrider.schemas.json;

import io.postrider.domain.instances.Instance;
import tools.jackson.databind.node.ObjectNode;

/** An instance as JSON, without its secrets. */
public final class InstanceJson {

    /** The path below which providers call, before the token of the instance. */
    public static final String HOOKS = "/hooks/whatsapp/";

    private InstanceJson() {}

    /** The instance. */
    public static ObjectNode of(Instance instance, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", instance.id());
        node.put("object", "instance");
        node.put("name", instance.name());
        node.put("channel", instance.channel());
        node.put("provider", instance.provider());
        node.set("config", Json.texts(instance.config()));
        node.put("state", instance.state().label());
        node.put("state_reason", instance.stateReason());
        node.put("state_since", Json.time(instance.stateSince()));
        node.put("epoch", instance.epoch());
        node.put("callback_url", rendering.baseUrl() + HOOKS + instance.token());
        node.set("metadata", Json.texts(instance.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(instance.createdAt()));
        node.put("updated_at", Json.time(instance.updatedAt()));
        return node;
    }
}
