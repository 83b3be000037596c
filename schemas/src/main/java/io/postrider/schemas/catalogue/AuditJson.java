package io.postrider.schemas.catalogue;

import io.postrider.schemas.Actor;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Audit entries as JSON, as the API shows them after their decryption. */
public final class AuditJson {

    /** The member of an entry with the sealed client address and user agent; null for none. */
    public static final String SEALED = "sealed";

    private final EventJson events;

    public AuditJson(EventJson events) {
        this.events = events;
    }

    /** The audit entry of an event; empty for an event without an actor, or a private one. */
    public Optional<ObjectNode> of(EventRecord event) {
        EventHeader header = event.header();
        return events.delivered(event)
                .map(delivered -> {
                    Actor actor = Objects.requireNonNull(header.actor());
                    ObjectNode node = entry(header.id(), header.time(), actor);
                    node.put("outcome", "done");
                    node.put("action", header.type());
                    node.set("target", target(delivered.path("data")));
                    node.set("subject", subject(delivered.path("data")));
                    node.putNull("operation").putNull("code");
                    node.put("request_id", header.correlationId());
                    node.put("times", 1);
                    return node.putNull("method").putNull(SEALED);
                });
    }

    /** The audit entry of a record that is not an event, with {@link #SEALED}. */
    public static ObjectNode of(AuditRecord note) {
        Actor actor = new Actor(note.actorType(), note.actorId());
        ObjectNode node = entry(note.id(), note.time(), actor);
        if (note.isDenial()) {
            node.put("outcome", "denied");
            node.putNull("action").putNull("target").putNull("subject");
            node.put("operation", note.operation()).put("code", note.code());
        } else {
            node.put("outcome", "done");
            node.put("action", note.action());
            node.putObject("target").put("type", note.actorType()).put("id", note.actorId());
            node.putNull("subject").putNull("operation").putNull("code");
        }
        node.put("request_id", note.requestId());
        node.put("times", note.times());
        return node.put("method", note.method()).put(SEALED, note.sealed());
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

    /** The subject of a change of a workspace: a member or an invitation with its new role; null for all others. */
    private static JsonNode subject(JsonNode data) {
        boolean isMember = data.has("user_id");
        if (!data.path("object").asString("").equals("workspace")
                || !(isMember || data.has("invitation_id"))) {
            return NullNode.getInstance();
        }
        ObjectNode subject = Json.object();
        subject.put("type", isMember ? "user" : "invitation");
        subject.set("id", data.path(isMember ? "user_id" : "invitation_id"));
        subject.set("role", data.has("role") ? data.path("role") : NullNode.getInstance());
        return subject;
    }
}
