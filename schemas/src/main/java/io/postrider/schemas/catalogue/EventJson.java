package io.postrider.schemas.catalogue;

import io.postrider.schemas.Actor;
import io.postrider.schemas.Cause;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.Rendering;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Events as webhooks deliver them and as the event log shows them. */
public final class EventJson {

    /** The members of an event as a webhook receives it. */
    public static final List<String> DELIVERED =
            List.of("id", "type", "timestamp", "workspace", "data");

    private final Rendering rendering;

    public EventJson(Rendering rendering) {
        this.rendering = rendering;
    }

    /** The body of a webhook; empty for a record that is not delivered. */
    public Optional<ObjectNode> delivered(EventRecord event) {
        EventHeader header = event.header();
        return Catalogue.data(event.payload(), header.sequence(), rendering)
                .map(data -> {
                    ObjectNode node = Json.object();
                    node.put("id", header.id());
                    node.put("type", header.type());
                    node.put("timestamp", Json.time(header.time()));
                    node.put("workspace", header.workspace());
                    node.set("data", data);
                    return node;
                });
    }

    /** An entry of {@code GET /events}: the body of a webhook with the actor and the cause. */
    public Optional<ObjectNode> logged(EventRecord event) {
        return delivered(event)
                .map(node -> {
                    EventHeader header = event.header();
                    node.put("sequence", header.sequence());
                    node.set("actor", actor(event));
                    node.put("causation_id", header.causationId());
                    node.put("correlation_id", header.correlationId());
                    node.set("cause", cause(header.actor()));
                    return node;
                });
    }

    private static @Nullable ObjectNode cause(@Nullable Actor actor) {
        Cause cause = actor == null ? null : actor.cause();
        return cause == null
                ? null
                : Json.object()
                        .put("event_id", cause.eventId())
                        .put("run_id", cause.runId())
                        .put("depth", cause.depth());
    }

    private static @Nullable ObjectNode actor(EventRecord event) {
        Actor actor = event.header().actor();
        if (actor == null) {
            return null;
        }
        ObjectNode node = Json.object();
        node.put("type", actor.type());
        node.put("id", actor.id());
        if (event.payload() instanceof EventPublished(String _, String proof) && proof != null) {
            node.put("proof", proof);
        }
        return node;
    }
}
