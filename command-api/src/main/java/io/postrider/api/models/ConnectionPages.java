package io.postrider.api.models;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.PageLimit;
import io.postrider.api.http.Problem;
import io.postrider.domain.models.ModelConnection;
import io.postrider.runtime.views.Cursor;
import io.postrider.schemas.json.ConnectionJson;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The connections of a workspace, the newest first, in pages. */
final class ConnectionPages {

    private static final byte[] WHOLE = {};

    private final ModelTable table;

    ConnectionPages(ModelTable table) {
        this.table = table;
    }

    Checked<ObjectNode> of(ApiRequest request) {
        Cursor cursors = Cursor.of("model-connections", request.workspace(), Map.of());
        return PageLimit.of(request)
                .then(limit ->
                        after(request, cursors)
                                .then(after ->
                                        Checked.valid(
                                                page(request.workspace(), limit, after, cursors))));
    }

    /** The id behind which the page begins. */
    private static Checked<Optional<String>> after(ApiRequest request, Cursor cursors) {
        Optional<String> given = request.parameter("cursor");
        if (given.isEmpty()) {
            return Checked.valid(Optional.empty());
        }
        return switch (cursors.read(WHOLE, given.get())) {
            case Cursor.Position.After(byte[] key) ->
                    Checked.valid(Optional.of(new String(key, UTF_8)));
            case Cursor.Position.Mismatch() -> Checked.refused(Problem.cursorMismatch());
        };
    }

    private ObjectNode page(String workspace, int limit, Optional<String> after, Cursor cursors) {
        List<Known<ModelConnection>> rest =
                table.connections(workspace).reversed().stream()
                        .filter(known ->
                                after.isEmpty() || known.value().id().compareTo(after.get()) < 0)
                        .limit(limit + 1L)
                        .toList();
        List<Known<ModelConnection>> shown = rest.subList(0, Math.min(limit, rest.size()));
        ObjectNode body = Json.object().put("object", "list");
        ArrayNode data = body.putArray("data");
        shown.forEach(known -> data.add(ConnectionJson.of(known.value(), known.version())));
        boolean more = rest.size() > limit;
        return body.put("has_more", more)
                .put(
                        "next_cursor",
                        more
                                ? cursors.after(WHOLE, shown.getLast().value().id().getBytes(UTF_8))
                                : null);
    }
}
