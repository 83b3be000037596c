package io.postrider.schemas.json;

import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.LinkListed;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Events as webhooks deliver them and as the event log shows them. */
public final class EventJson {

    private final LinkJson links;

    public EventJson(LinkJson links) {
        this.links = links;
    }

    /** What a webhook delivers; empty for records that are nobody's business outside. */
    public Optional<ObjectNode> delivered(EventRecord event) {
        return data(event)
                .map(data -> {
                    EventHeader header = event.header();
                    ObjectNode node = Json.object();
                    node.put("id", header.id());
                    node.put("type", header.type());
                    node.put("timestamp", Json.time(header.time()));
                    node.put("workspace", header.workspace());
                    node.set("data", data);
                    return node;
                });
    }

    /** What {@code GET /events} shows: what is delivered, and who caused it by what. */
    public Optional<ObjectNode> logged(EventRecord event) {
        return delivered(event)
                .map(node -> {
                    EventHeader header = event.header();
                    node.put("sequence", header.sequence());
                    node.set("actor", actor(header.actor()));
                    node.put("causation_id", header.causationId());
                    node.put("correlation_id", header.correlationId());
                    return node;
                });
    }

    private Optional<ObjectNode> data(EventRecord event) {
        long version = event.header().sequence();
        return Optional.ofNullable(
                switch (event.payload()) {
                    case LinkEvent.LinkChange change -> links.of(change.link(), version);
                    case LinkListed listed -> listed(listed);
                    case LinkClicked clicked -> ClickJson.of(clicked.click());
                    case KeyEvent key -> KeyJson.of(key.key(), version);
                    case WebhookEvent webhook -> WebhookJson.of(webhook.endpoint(), version);
                    case ModelEvent.OfModel model -> ModelJson.of(model.model(), version);
                    case ModelEvent.OfConnection change ->
                            ConnectionJson.of(change.connection(), version);
                    case WorkspaceEvent workspace -> WorkspaceJson.of(workspace, version);
                    case null, default -> null;
                });
    }

    private static ObjectNode listed(LinkListed listed) {
        ObjectNode node = Json.object();
        node.put("object", "link_list");
        node.put("count", listed.count());
        node.set("link_ids", Json.texts(listed.linkIds()));
        node.set("filters", Json.texts(listed.filters()));
        return node;
    }

    private static @Nullable ObjectNode actor(@Nullable Actor actor) {
        if (actor == null) {
            return null;
        }
        ObjectNode node = Json.object();
        node.put("type", actor.type());
        node.put("id", actor.id());
        return node;
    }
}
