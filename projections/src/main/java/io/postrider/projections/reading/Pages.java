package io.postrider.projections.reading;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Cursor;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Pages of a list: keyset cursors, newest first, stable while entries are added. */
public final class Pages {

    public static final int LIMIT_DEFAULT = 25;
    public static final int LIMIT_MAX = 100;

    /** Maximum number of entries that a page scans before it is returned incomplete, with a cursor to continue. */
    private static final int SCANNED_MAX = 5_000;

    private static final int CHUNK = 200;

    private Pages() {}

    /**
     * One page of the entries under a prefix.
     *
     * @param shown an entry as JSON, or empty where the filters leave it out
     */
    public static QueryResult of(
            ProjectionStore store,
            Query question,
            byte[] prefix,
            Function<ProjectionPage.Entry, Optional<ObjectNode>> shown) {
        Optional<Integer> limit = limit(question);
        if (limit.isEmpty()) {
            return badLimit();
        }
        Cursor cursors = cursors(question);
        byte[] after = null;
        String text = question.parameters().get("cursor");
        if (text != null) {
            switch (cursors.read(prefix, text)) {
                case Cursor.Position.After(byte[] key) -> after = key;
                case Cursor.Position.Mismatch() -> {
                    return new QueryResult.CursorMismatch();
                }
            }
        }
        return scan(store, prefix, after, limit.get(), cursors, shown);
    }

    /** The cursors of a question's list. */
    public static Cursor cursors(Query question) {
        Map<String, String> filters = new HashMap<>(question.parameters());
        filters.remove("cursor");
        filters.remove("limit");
        filters.remove(QueryNames.READER);
        // A replay holds a cursor of deliveries for as long as it runs; its place is a time and an
        // ID.
        return question.name().equals(QueryNames.DELIVERIES)
                ? Cursor.lasting(question.name(), question.workspace(), filters)
                : Cursor.of(question.name(), question.workspace(), filters);
    }

    /** The question's limit; empty if it is none. */
    public static Optional<Integer> limit(Query question) {
        String text = question.parameters().get("limit");
        if (text == null) {
            return Optional.of(LIMIT_DEFAULT);
        }
        try {
            int limit = Integer.parseInt(text);
            return limit >= 1 && limit <= LIMIT_MAX ? Optional.of(limit) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The answer to a limit that is none. */
    public static QueryResult badLimit() {
        return new QueryResult.BadParameter(
                new FieldError("limit", "invalid_limit", "Expected a whole number from 1 to 100."));
    }

    /** The body of a list page. */
    public static QueryResult page(List<ObjectNode> data, @Nullable String nextCursor) {
        ObjectNode body = Json.object();
        body.put("object", "list");
        ArrayNode array = body.putArray("data");
        data.forEach(array::add);
        body.put("has_more", nextCursor != null);
        body.put("next_cursor", nextCursor);
        return new QueryResult.Found(body, null);
    }

    private static QueryResult scan(
            ProjectionStore store,
            byte[] prefix,
            byte @Nullable [] start,
            int limit,
            Cursor cursors,
            Function<ProjectionPage.Entry, Optional<ObjectNode>> shown) {
        List<ObjectNode> data = new ArrayList<>();
        byte[] after = start;
        int scanned = 0;
        int chunk = Math.min(CHUNK, limit + 1);
        while (true) {
            ProjectionPage page = store.scan(prefix, after, chunk);
            for (ProjectionPage.Entry entry : page.entries()) {
                Optional<ObjectNode> found = shown.apply(entry);
                // A full page goes on to the next entry that would be shown, so that there is one
                // where the page says so.
                boolean full = data.size() == limit && found.isPresent();
                if (after != null && (full || scanned == SCANNED_MAX)) {
                    return page(data, cursors.after(prefix, after));
                }
                found.ifPresent(data::add);
                after = entry.key();
                scanned++;
            }
            if (!page.hasMore()) {
                return page(data, null);
            }
            chunk = CHUNK;
        }
    }
}
