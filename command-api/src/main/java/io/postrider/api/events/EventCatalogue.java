package io.postrider.api.events;

import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.EventJson;
import io.postrider.schemas.json.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Every type of event that is delivered and shown, with a JSON Schema and an example of it. */
public final class EventCatalogue {

    private final EventJson json;

    EventCatalogue(EventJson json) {
        this.json = json;
    }

    /**
     * One type.
     *
     * @param schema of what is delivered
     * @param example what is delivered
     */
    public record Entry(String type, String description, ObjectNode schema, ObjectNode example) {}

    /** All of them, in the order in which they are shown; made anew, so that the caller may change them. */
    public List<Entry> entries() {
        return EventType.all().stream().map(this::entry).toList();
    }

    private Entry entry(EventType type) {
        EventHeader header =
                new EventHeader(
                        "evt_01kb3q9d0zf2e4g6h8j1k3m5n7",
                        type.name(),
                        Examples.AT,
                        Examples.WORKSPACE_ID,
                        Examples.LINK.key(),
                        1,
                        null,
                        null,
                        Actor.key(Examples.KEY_ID));
        ObjectNode example = json.delivered(new EventRecord(header, type.payload())).orElseThrow();
        return new Entry(
                type.name(), type.description(), JsonShape.of(example, type.name()), example);
    }

    /** The catalogue as the API answers it. */
    ObjectNode list() {
        ObjectNode list = Json.object().put("object", "list");
        entries().forEach(entry -> list.withArray("data").add(shown(entry)));
        return list.put("has_more", false).putNull("next_cursor");
    }

    private static ObjectNode shown(Entry entry) {
        ObjectNode node = Json.object();
        node.put("object", "event_type");
        node.put("type", entry.type());
        node.put("description", entry.description());
        node.set("schema", entry.schema());
        node.set("example", entry.example());
        return node;
    }
}
