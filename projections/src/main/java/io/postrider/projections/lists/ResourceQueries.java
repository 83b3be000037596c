package io.postrider.projections.lists;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Resource;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.reads.Rows;
import io.postrider.platform.views.Cursor;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.projections.reading.Pages;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Index;
import io.postrider.schemas.catalogue.Match;
import io.postrider.schemas.json.Rendering;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers the list of the resources of one aggregate, and the question for one of them. The filters are the indexes of
 * the catalogue entry, {@code created_after} and {@code created_before}.
 *
 * @param <T> the resource
 */
public final class ResourceQueries<T extends Resource> {

    private static final int TEXT_MAX = 256;

    /** A contact and a hundred that were merged into it. */
    private static final int IDS_MAX = 4_096;

    private static final byte[] WHOLE = {};

    private final AggregateType<?, ?, ?, T> entry;
    private final ListProjection view;
    private final Lists lists;
    private final Rendering rendering;
    private final BiConsumer<T, ObjectNode> added;

    /** @param added adds the members that no version has */
    ResourceQueries(
            AggregateType<?, ?, ?, T> entry,
            ListProjection view,
            Lists lists,
            Rendering rendering,
            BiConsumer<T, ObjectNode> added) {
        this.entry = entry;
        this.view = view;
        this.lists = lists;
        this.rendering = rendering;
        this.added = added;
    }

    /** The questions by name: the name of the aggregate for one resource, and its plural for the list. */
    public Map<String, ScatterQuery> questions() {
        return Map.of(
                entry.name() + "s",
                new ScatterQuery(view, _ -> Optional.empty(), this::list, ResourceQueries::page),
                entry.name(),
                new ScatterQuery(view, this::key, this::one, (_, parts) -> found(parts)));
    }

    private Optional<String> key(Query question) {
        return entry.resource().keyedById() ? Optional.of(id(question)) : Optional.empty();
    }

    private static String id(Query question) {
        return question.parameters().getOrDefault("id", "-");
    }

    private QueryResult one(Query question) {
        return part(question, ListRead.one(view, entry, question.workspace(), id(question)), 1);
    }

    private static QueryResult found(List<QueryResult.Part> parts) {
        return parts.stream()
                .flatMap(part -> part.rows().rows().stream())
                .findFirst()
                .<QueryResult>map(row -> new QueryResult.Found(row.resource(), row.version()))
                .orElseGet(QueryResult.Missing::new);
    }

    private QueryResult list(Query question) {
        Optional<Integer> limit = Pages.limit(question);
        if (limit.isEmpty()) {
            return Pages.badLimit();
        }
        for (Index<T> index : entry.resource().indexes()) {
            String value = question.parameters().getOrDefault(index.parameter(), "");
            if (value.length() > (index.match() == Match.ANY ? IDS_MAX : TEXT_MAX)) {
                return tooLong(index.parameter());
            }
        }
        byte[] after = null;
        String text = question.parameters().get("cursor");
        if (text != null) {
            switch (Pages.cursors(question).read(WHOLE, text)) {
                case Cursor.Position.After(byte[] key) -> after = key;
                case Cursor.Position.Mismatch() -> {
                    return new QueryResult.CursorMismatch();
                }
            }
        }
        // One more row shows whether there is another page.
        int wanted = limit.get() + 1;
        ListRead<T> read =
                new ListRead<>(
                        view,
                        entry,
                        question.workspace(),
                        filters(question.parameters()),
                        after,
                        time(question, "created_after"),
                        time(question, "created_before"),
                        wanted);
        return part(question, read, wanted);
    }

    private QueryResult part(
            Query question, Function<ProjectionSnapshot, Rows<T>> read, int limit) {
        Query.Part asked = Objects.requireNonNull(question.part());
        List<Rows<T>> partitions = lists.read(view, asked, read);
        return new QueryResult.Part(
                Rows.joined(partitions, limit).map(this::json), asked.standby());
    }

    private static QueryResult page(Query question, List<QueryResult.Part> parts) {
        int limit = Pages.limit(question).orElseThrow();
        Rows<ObjectNode> joined =
                Rows.joined(parts.stream().map(QueryResult.Part::rows).toList(), limit + 1);
        List<Rows.Row<ObjectNode>> rows = joined.rows();
        boolean full = rows.size() > limit;
        byte[] last = full ? rows.get(limit - 1).place() : joined.stoppedAt();
        return Pages.page(
                rows.stream().limit(limit).map(Rows.Row::resource).toList(),
                last == null ? null : Pages.cursors(question).after(WHOLE, last));
    }

    private List<Filter<T>> filters(Map<String, String> parameters) {
        List<Filter<T>> filters = new ArrayList<>();
        List<Index<T>> indexes = entry.resource().indexes();
        for (int i = 0; i < indexes.size(); i++) {
            String value = parameters.get(indexes.get(i).parameter());
            if (value != null) {
                filters.add(Filter.of(i, indexes.get(i), value));
            }
        }
        return filters;
    }

    private ObjectNode json(Rows.Row<T> row) {
        ObjectNode node = entry.resource().json().of(row.resource(), row.version(), rendering);
        added.accept(row.resource(), node);
        return node;
    }

    private static QueryResult tooLong(String parameter) {
        return new QueryResult.BadParameter(
                new FieldError(parameter, "too_long", "Expected at most 256 characters."));
    }

    private static @Nullable Instant time(Query question, String parameter) {
        String text = question.parameters().get(parameter);
        return text == null ? null : Instant.parse(text);
    }
}
