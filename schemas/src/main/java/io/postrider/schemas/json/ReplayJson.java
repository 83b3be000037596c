package io.postrider.schemas.json;

import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.ReplayFilter;
import tools.jackson.databind.node.ObjectNode;

/** A replay as JSON, without its place and the scopes of its creator. */
public final class ReplayJson {

    private ReplayJson() {}

    /** The replay. */
    public static ObjectNode of(Replay replay, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", replay.id());
        node.put("object", "delivery_replay");
        node.put("webhook_id", replay.webhookId());
        node.set("filter", filter(replay.filter()));
        node.put("rate", replay.rate());
        node.put("status", replay.status().label());
        node.put("matched", replay.matched());
        node.put("requested", replay.requested());
        node.put("skipped", replay.skipped());
        node.put("error", replay.error());
        node.put("version", version);
        node.put("created_at", Json.time(replay.createdAt()));
        node.put("updated_at", Json.time(replay.updatedAt()));
        node.put("ended_at", Json.time(replay.endedAt()));
        return node;
    }

    private static ObjectNode filter(ReplayFilter filter) {
        ObjectNode node = Json.object();
        node.set("event_types", Json.texts(filter.eventTypes()));
        node.put("from", Json.time(filter.from()));
        node.put("to", Json.time(filter.to()));
        node.put("state", filter.state());
        node.put("cel", filter.cel());
        return node;
    }
}
