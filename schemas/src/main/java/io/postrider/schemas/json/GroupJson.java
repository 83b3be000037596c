package io.postrider.schemas.json;

import io.postrider.domain.groups.Group;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A group as JSON; sealed members are null if the key of the workspace was destroyed. */
public final class GroupJson {

    private GroupJson() {}

    /** The group. */
    public static ObjectNode of(Group group, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", group.id());
        node.put("object", "group");
        node.put("instance_id", group.instanceId());
        node.put("subject", open(group, "subject", group.subject(), rendering));
        node.put("description", open(group, "description", group.description(), rendering));
        ArrayNode participants = node.putArray("participants");
        group.participants()
                .forEach(each ->
                        participants
                                .addObject()
                                .put("contact_id", each.contactId())
                                .put("state", each.state().label()));
        node.put("state", group.state().label());
        node.put("reason", group.reason());
        node.put("invite_link", open(group, "invite_link", group.inviteLink(), rendering));
        node.put("provider_id", group.providerId());
        node.put("version", version);
        node.put("created_at", Json.time(group.createdAt()));
        node.put("updated_at", Json.time(group.updatedAt()));
        return node;
    }

    private static @Nullable String open(
            Group group, String part, @Nullable String sealed, Rendering rendering) {
        return Optional.ofNullable(sealed)
                .flatMap(text ->
                        rendering
                                .opener()
                                .open(group.workspace(), Group.purpose(group.id(), part), text))
                .orElse(null);
    }
}
