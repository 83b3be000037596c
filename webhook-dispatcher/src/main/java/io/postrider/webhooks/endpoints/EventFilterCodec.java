package io.postrider.webhooks.endpoints;

import io.postrider.schemas.json.Json;
import io.postrider.webhooks.endpoints.Subscription.Wish;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Wishes as they are stored: {@code {"wishes": [{"types": [...], "filter": text or null, "since": milliseconds}]}}. */
final class EventFilterCodec {

    private EventFilterCodec() {}

    static byte[] encode(List<Wish> wishes) {
        ObjectNode node = Json.object();
        ArrayNode list = node.putArray("wishes");
        for (Wish wish : wishes) {
            ObjectNode entry = list.addObject();
            entry.set("types", Json.texts(wish.eventTypes()));
            entry.put("filter", wish.filter());
            entry.put("since", wish.since().toEpochMilli());
        }
        return Json.bytes(node);
    }

    static List<Wish> decode(byte[] bytes) {
        List<Wish> wishes = new ArrayList<>();
        for (JsonNode entry : Json.mapper().readTree(bytes).path("wishes")) {
            List<String> types = new ArrayList<>();
            entry.path("types").forEach(type -> types.add(type.asString("")));
            wishes.add(
                    new Wish(
                            types,
                            entry.path("filter").stringValue(null),
                            Instant.ofEpochMilli(entry.path("since").asLong(0))));
        }
        return wishes;
    }
}
