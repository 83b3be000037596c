package io.postrider.projections.lists;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Resource;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.Question;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.views.Cursor;
import io.postrider.runtime.views.ViewSnapshot;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Index;
import io.postrider.schemas.catalogue.Rendering;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
public final class ResourceQuestions<T extends Resource> {

    private static final int TEXT_MAX = 256;
    private static final byte[] WHOLE = {};

    private final AggregateType<?, ?, ?, T> entry;
    private final ListView view;
    private final Lists lists;
    private final Rendering rendering;
    private final BiConsumer<T, ObjectNode> added;

    /** @param added adds the members that no version has */
    ResourceQuestions(
            AggregateType<?, ?, ?, T> entry,
            ListView view,
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
    public Map<String, Question> questions() {
        return Map.of(entry.name() + "s", this::list, entry.name(), this::one);
    }

    /** The resource with an id. */
    public Optional<T> find(String workspace, String id) {
        return row(workspace, id).map(Rows.Row::resource);
    }

    /** Whether the resource with an id was deleted. */
    public boolean isDeleted(String workspace, String id) {
        return parts(ListRead.one(view, entry, workspace, id)).stream().anyMatch(Found::deleted);
    }

    private Optional<Rows.Row<T>> row(String workspace, String id) {
        return parts(ListRead.one(view, entry, workspace, id)).stream()
                .map(Found::row)
                .filter(Objects::nonNull)
                .findFirst();
    }

    private <R> List<R> parts(Function<ViewSnapshot, R> read) {
        return lists.read(view, read);
    }

    private ReadAnswer one(ReadQuestion question) {
        String id = question.parameters().getOrDefault("id", "-");
        return row(question.workspace(), id)
                .<ReadAnswer>map(row -> new ReadAnswer.Found(json(row), row.version()))
                .orElseGet(ReadAnswer.Missing::new);
    }

    private ReadAnswer list(ReadQuestion question) {
        Optional<Integer> limit = Pages.limit(question);
        if (limit.isEmpty()) {
            return Pages.badLimit();
        }
        for (Index<T> index : entry.resource().indexes()) {
            String value = question.parameters().getOrDefault(index.parameter(), "");
            if (value.length() > TEXT_MAX) {
                return tooLong(index.parameter());
            }
        }
        Cursor cursors = Pages.cursors(question);
        byte[] after = null;
        String text = question.parameters().get("cursor");
        if (text != null) {
            switch (cursors.read(WHOLE, text)) {
                case Cursor.Position.After(byte[] key) -> after = key;
                case Cursor.Position.Mismatch() -> {
                    return new ReadAnswer.CursorMismatch();
                }
            }
        }
        ListRead<T> read =
                new ListRead<>(
                        view,
                        entry,
                        question.workspace(),
                        filters(question.parameters()),
                        after,
                        time(question, "created_after"),
                        time(question, "created_before"),
                        limit.get() + 1);
        return page(parts(read), limit.get(), cursors);
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

    /** Joins the parts of all partitions. Nothing behind the first place at which one of them stopped is shown. */
    private ReadAnswer page(List<Rows<T>> parts, int limit, Cursor cursors) {
        byte @Nullable [] stopped =
                parts.stream()
                        .map(Rows::stoppedAt)
                        .filter(Objects::nonNull)
                        .min(Arrays::compareUnsigned)
                        .orElse(null);
        List<Rows.Row<T>> rows =
                parts.stream()
                        .flatMap(part -> part.rows().stream())
                        .filter(row ->
                                stopped == null
                                        || Arrays.compareUnsigned(row.place(), stopped) <= 0)
                        .sorted(Comparator.comparing(Rows.Row::place, Arrays::compareUnsigned))
                        .toList();
        boolean full = rows.size() > limit;
        List<Rows.Row<T>> shown = full ? rows.subList(0, limit) : rows;
        List<ObjectNode> data = shown.stream().map(this::json).toList();
        if (full) {
            return Pages.page(data, cursors.after(WHOLE, shown.getLast().place()));
        }
        return Pages.page(data, stopped == null ? null : cursors.after(WHOLE, stopped));
    }

    private ObjectNode json(Rows.Row<T> row) {
        ObjectNode node = entry.resource().json().of(row.resource(), row.version(), rendering);
        added.accept(row.resource(), node);
        return node;
    }

    private static ReadAnswer tooLong(String parameter) {
        return new ReadAnswer.BadParameter(
                new FieldError(parameter, "too_long", parameter + " has at most 256 characters."));
    }

    private static @Nullable Instant time(ReadQuestion question, String parameter) {
        String text = question.parameters().get(parameter);
        return text == null ? null : Instant.parse(text);
    }
}
