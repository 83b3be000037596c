package io.postrider.models;

import io.postrider.domain.models.Model;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.ModelJson;
import io.postrider.web.resource.Versioned;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows models as callers see them, the built-in one among them. */
final class ModelCatalogue {

    private static final String OWNER = "postrider";
    private static final Instant BUILT = Instant.parse("2026-11-01T00:00:00Z");
    private static final Comparator<Versioned<Model>> NEWEST_FIRST =
            Comparator.<Versioned<Model>, Instant>comparing(known -> known.value().createdAt())
                    .reversed()
                    .thenComparing(known -> known.value().alias());

    private final ModelReplica table;

    ModelCatalogue(ModelReplica table) {
        this.table = table;
    }

    /** All models of a workspace: never a page, because clients made for OpenAI ask for no second one. */
    ObjectNode models(String workspace) {
        ObjectNode body = Json.object().put("object", "list");
        ArrayNode data = body.putArray("data").add(builtIn());
        table.models(workspace).stream()
                .sorted(NEWEST_FIRST)
                .forEach(known -> data.add(shown(known.value(), known.version())));
        return body.put("has_more", false);
    }

    Optional<Versioned<ObjectNode>> model(String workspace, String id) {
        return id.equals(Model.BUILT_IN)
                ? Optional.of(new Versioned<>(builtIn(), 1))
                : table.model(workspace, id)
                        .map(known ->
                                new Versioned<>(
                                        shown(known.value(), known.version()), known.version()));
    }

    /** A model with its status. */
    ObjectNode shown(Model model, long version) {
        boolean connected = table.connection(model.workspace(), model.connectionId()).isPresent();
        return chats(ModelJson.of(model, version), connected ? "ready" : "connection_missing");
    }

    private static ObjectNode builtIn() {
        ObjectNode node = ModelJson.head(Model.BUILT_IN, BUILT.getEpochSecond(), OWNER);
        node.put("display_name", "Echo");
        node.put("version", 1);
        node.put("created_at", Json.time(BUILT));
        node.put("updated_at", Json.time(BUILT));
        return chats(node, "ready");
    }

    private static ObjectNode chats(ObjectNode node, String status) {
        node.put("status", status);
        node.set("capabilities", Json.texts(List.of("chat")));
        return node;
    }
}
