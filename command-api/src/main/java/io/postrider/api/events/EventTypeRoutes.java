package io.postrider.api.events;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.schemas.Actor;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.EventJson;
import io.postrider.schemas.json.Json;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The catalogue of event types, with an example and a JSON Schema of each. */
final class EventTypeRoutes implements ApiRoutes {

    private final ObjectNode catalogue = Json.object();

    EventTypeRoutes(EventJson json) {
        catalogue.put("object", "list");
        ArrayNode data = catalogue.putArray("data");
        EventType.all().forEach(type -> data.add(entry(type, json)));
        catalogue.put("has_more", false);
        catalogue.putNull("next_cursor");
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(ApiRoute.get("/api/v1/event-types").anyKey().to(this::list));
    }

    private Mono<Answer> list(ApiRequest request) {
        return Mono.just(Answer.ok(catalogue));
    }

    private static ObjectNode entry(EventType type, EventJson json) {
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
        ObjectNode entry = Json.object();
        entry.put("object", "event_type");
        entry.put("type", type.name());
        entry.put("description", type.description());
        entry.set("schema", JsonShape.of(example, type.name()));
        entry.set("example", example);
        return entry;
    }
}
