package io.postrider.platform.reads;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part of a list page that one or more partitions have.
 *
 * @param rows in list order
 * @param stoppedAt the place up to which the list was looked at; null if the part is complete
 * @param <V> how a resource is represented
 */
@SuppressWarnings("ArrayRecordComponent")
public record Rows<V>(List<Row<V>> rows, byte @Nullable [] stoppedAt) {

    public Rows {
        rows = List.copyOf(rows);
    }

    /** A part that is complete. */
    public Rows(List<Row<V>> rows) {
        this(rows, null);
    }

    /**
     * A resource in a list.
     *
     * @param place sort key in the list; unique within the list
     * @param version of its aggregate
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Row<V>(byte[] place, V resource, long version) {}

    /**
     * Joins the parts of distinct partitions. Nothing behind the first place at which one of them stopped is kept.
     *
     * @param limit the rows that are kept; no part was cut after fewer
     */
    public static <V> Rows<V> joined(List<Rows<V>> parts, int limit) {
        byte @Nullable [] stopped =
                parts.stream()
                        .map(Rows::stoppedAt)
                        .filter(Objects::nonNull)
                        .min(Arrays::compareUnsigned)
                        .orElse(null);
        List<Row<V>> rows =
                parts.stream()
                        .flatMap(part -> part.rows().stream())
                        .filter(row ->
                                stopped == null
                                        || Arrays.compareUnsigned(row.place(), stopped) <= 0)
                        .sorted(Comparator.comparing(Row::place, Arrays::compareUnsigned))
                        .limit(limit)
                        .toList();
        return new Rows<>(rows, stopped);
    }

    /** The same rows with another representation of each resource. */
    public <W> Rows<W> map(Function<Row<V>, W> representation) {
        return new Rows<>(
                rows.stream()
                        .map(row ->
                                new Row<>(row.place(), representation.apply(row), row.version()))
                        .toList(),
                stoppedAt);
    }
}
