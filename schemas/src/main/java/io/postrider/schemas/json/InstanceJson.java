package io.postrider.schemas.json;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceEvent;
import io.postrider.domain.instances.InstanceEvent.InstanceNotice;
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

    /** Adds a notice of the provider to an instance; the value is null if the key of its workspace was destroyed. */
    public static void addNotice(InstanceEvent event, ObjectNode node, Rendering rendering) {
        if (event instanceof InstanceNotice(Instance instance, String field, String value)) {
            ObjectNode notice = node.putObject("notice").put("field", field);
            notice.set(
                    "value",
                    rendering
                            .opener()
                            .open(
                                    instance.workspace(),
                                    Instance.noticePurpose(instance.id()),
                                    value)
                            .map(text -> Json.mapper().readTree(text))
                            .orElse(null));
        }
    }
}
