package io.postrider.web.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.views.Cursor;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.PageLimit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Pages of a list that this node has in memory, in descending order.
 *
 * @param list name of the list, which its cursors are bound to
 * @param place sort key of an entry, unique in the list
 * @param json JSON of an entry
 */
public record InMemoryPages<T>(
        String list, Function<T, String> place, Function<T, ObjectNode> json) {

    private static final byte[] WHOLE = {};

    /**
     * The page of a request.
     *
     * @param owner owner of the entries, whom cursors are bound to
     */
    public Validated<ObjectNode> of(ApiRequest request, String owner, List<T> entries) {
        Cursor cursors = Cursor.of(list, owner, Map.of());
        return PageLimit.of(request)
                .then(limit ->
                        after(request, cursors)
                                .then(after ->
                                        Validated.valid(page(entries, limit, after, cursors))));
    }

    /** The place behind which the page begins. */
    private static Validated<Optional<String>> after(ApiRequest request, Cursor cursors) {
        Optional<String> given = request.parameter("cursor");
        if (given.isEmpty()) {
            return Validated.valid(Optional.empty());
        }
        return switch (cursors.read(WHOLE, given.get())) {
            case Cursor.Position.After(byte[] key) ->
                    Validated.valid(Optional.of(new String(key, UTF_8)));
            case Cursor.Position.Mismatch() -> Validated.refused(Problem.cursorMismatch());
        };
    }

    private ObjectNode page(List<T> entries, int limit, Optional<String> after, Cursor cursors) {
        List<T> rest =
                entries.stream()
                        .filter(entry ->
                                after.isEmpty() || place.apply(entry).compareTo(after.get()) < 0)
                        .sorted(Comparator.comparing(place).reversed())
                        .limit(limit + 1L)
                        .toList();
        List<T> shown = rest.subList(0, Math.min(limit, rest.size()));
        ObjectNode body = Json.object().put("object", "list");
        ArrayNode data = body.putArray("data");
        shown.forEach(entry -> data.add(json.apply(entry)));
        boolean more = rest.size() > limit;
        return body.put("has_more", more)
                .put("next_cursor", more ? cursors.after(WHOLE, lastPlace(shown)) : null);
    }

    private byte[] lastPlace(List<T> shown) {
        return place.apply(shown.getLast()).getBytes(UTF_8);
    }
}
