package io.postrider.schemas.json;

import io.postrider.schemas.Actor;
import io.postrider.schemas.Denial;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who did what, or was not let: entries of the audit as the API shows them. */
public final class AuditJson {

    private final EventJson events;

    public AuditJson(EventJson events) {
        this.events = events;
    }

    /** An event that somebody caused; empty for what is nobody's business outside. */
    public Optional<ObjectNode> of(EventRecord event) {
        EventHeader header = event.header();
        return events.delivered(event)
                .map(delivered -> {
                    Actor actor = Objects.requireNonNull(header.actor());
                    ObjectNode node = entry(header.id(), header.time(), actor);
                    node.put("outcome", "done");
                    node.put("action", header.type());
                    node.set("target", target(delivered.path("data")));
                    node.putNull("operation").putNull("code");
                    node.put("request_id", header.correlationId());
                    return node.put("times", 1);
                });
    }

    /** A request that was turned away. */
    public static ObjectNode of(Denial denial) {
        ObjectNode node =
                entry(denial.id(), denial.time(), new Actor(denial.actorType(), denial.actorId()));
        node.put("outcome", "denied");
        node.putNull("action").putNull("target");
        node.put("operation", denial.operation());
        node.put("code", denial.code());
        node.put("request_id", denial.requestId());
        return node.put("times", denial.times());
    }

    private static ObjectNode entry(String id, Instant at, Actor actor) {
        ObjectNode node = Json.object();
        node.put("id", id);
        node.put("object", "audit_entry");
        node.put("at", Json.time(at));
        node.putObject("actor").put("type", actor.type()).put("id", actor.id());
        return node;
    }

    private static ObjectNode target(JsonNode data) {
        ObjectNode target = Json.object();
        target.set("type", data.path("object"));
        target.set("id", data.path("id"));
        return target;
    }
}
