package io.postrider.projections.lists;

import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.platform.reads.Rows;
import io.postrider.platform.views.ProjectionRange;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.AggregateType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list, read in one partition. Each filter is an ascending sequence of places; a page is what they have in
 * common.
 *
 * @param after the place behind which the page begins; null for the first page
 * @param createdAfter a bound of the list; null for none
 * @param createdBefore a bound of the list; null for none
 * @param limit the rows that are wanted
 * @param <T> the resource
 */
@SuppressWarnings("ArrayRecordComponent")
record ListRead<T extends Resource>(
        ListProjection view,
        AggregateType<?, ?, ?, T> entry,
        String workspace,
        List<Filter<T>> filters,
        byte @Nullable [] after,
        @Nullable Instant createdAfter,
        @Nullable Instant createdBefore,
        int limit)
        implements Function<ProjectionSnapshot, Rows<T>> {

    /** About 30 ms. */
    private static final int STEPS_MAX = 7_000;

    /** A beginning that more words have than this is looked for in the rows. */
    private static final int WORDS_MAX = 64;

    /** Rows that may be read and not shown. */
    private static final int PASSED_OVER_MAX = 4_000;

    @Override
    public Rows<T> apply(ProjectionSnapshot snapshot) {
        List<PositionIterator> sequences = new ArrayList<>();
        Set<Predicate<T>> tests = new HashSet<>();
        for (Filter<T> filter : filters) {
            if (filter.wanted().isEmpty()) {
                return new Rows<>(List.of());
            }
            if (filter.isAny()) {
                sequences.add(
                        PositionIterator.any(
                                filter.wanted().stream()
                                        .map(value -> entries(snapshot, filter, value))
                                        .toList()));
                continue;
            }
            for (String value : filter.wanted()) {
                places(snapshot, filter, value)
                        .ifPresentOrElse(sequences::add, () -> tests.add(filter));
            }
        }
        if (sequences.isEmpty()) {
            sequences.add(PositionIterator.of(snapshot.range(keys().rows(workspace))));
        }
        return rows(snapshot, sequences, tests);
    }

    private ListKeys keys() {
        return view.keys(entry);
    }

    private Rows<T> rows(
            ProjectionSnapshot snapshot,
            List<PositionIterator> sequences,
            Set<Predicate<T>> tests) {
        PositionIterator.Budget budget = new PositionIterator.Budget(STEPS_MAX);
        PositionIterator common = PositionIterator.all(sequences, budget);
        List<Rows.Row<T>> rows = new ArrayList<>();
        byte[] prefix = keys().rows(workspace);
        int passedOver = 0;
        byte[] place = common.seek(begin());
        while (place != null && rows.size() < limit && isWithin(place)) {
            if (budget.usedUp() || passedOver > PASSED_OVER_MAX) {
                return new Rows<>(rows, before(place));
            }
            Rows.Row<T> row = row(place, snapshot.get(ListKeys.joined(prefix, place)));
            if (row != null && holds(row.resource(), tests)) {
                rows.add(row);
            } else {
                passedOver++;
            }
            place = common.seek(ProjectionRange.behind(place));
        }
        return new Rows<>(rows);
    }

    /** The entries of a value; empty where more words begin with it than can be followed at once. */
    private Optional<PositionIterator> places(
            ProjectionSnapshot snapshot, Filter<T> filter, String value) {
        if (!filter.findsBeginnings(value)) {
            return Optional.of(entries(snapshot, filter, value));
        }
        byte[] prefix = keys().beginnings(filter.number(), workspace, value);
        ProjectionRange range = snapshot.range(prefix);
        List<PositionIterator> words = new ArrayList<>();
        byte[] rest = range.seek(new byte[0]);
        while (rest != null) {
            if (words.size() == WORDS_MAX) {
                return Optional.empty();
            }
            int end = 0;
            while (rest[end] != 0) {
                end++;
            }
            // The word ends with two octets of which the first is 0.
            byte[] word = Arrays.copyOf(rest, end + 2);
            words.add(PositionIterator.of(snapshot.range(ListKeys.joined(prefix, word))));
            word[end] = 1;
            rest = range.seek(word);
        }
        return Optional.of(PositionIterator.any(words));
    }

    private PositionIterator entries(ProjectionSnapshot snapshot, Filter<T> filter, String value) {
        return PositionIterator.of(
                snapshot.range(keys().entries(filter.number(), workspace, value)));
    }

    private byte[] begin() {
        byte[] first = createdBefore == null ? new byte[0] : ListKeys.place(createdBefore);
        byte[] next = after == null ? new byte[0] : ProjectionRange.behind(after);
        return Arrays.compareUnsigned(first, next) < 0 ? next : first;
    }

    /** A place directly before another one: places end with an octet that is not 0. */
    private static byte[] before(byte[] place) {
        byte[] before = place.clone();
        before[place.length - 1]--;
        return before;
    }

    /** Whether no place from here on is too old; the rows of the last millisecond are tested themselves. */
    private boolean isWithin(byte[] place) {
        if (createdAfter == null) {
            return true;
        }
        byte[] last = ListKeys.place(createdAfter);
        return Arrays.compareUnsigned(
                        place, 0, Math.min(last.length, place.length), last, 0, last.length)
                <= 0;
    }

    private boolean holds(T resource, Set<Predicate<T>> tests) {
        return (createdAfter == null || resource.createdAt().isAfter(createdAfter))
                && (createdBefore == null || resource.createdAt().isBefore(createdBefore))
                && tests.stream().allMatch(test -> test.test(resource));
    }

    private Rows.@Nullable Row<T> row(byte[] place, byte @Nullable [] value) {
        if (value == null) {
            return null;
        }
        EventRecord event = view.decode(value);
        return event.payload() instanceof ResourceEvent<?> change
                ? new Rows.Row<>(
                        place,
                        entry.resource().type().cast(change.resource()),
                        event.header().sequence())
                : null;
    }

    /** The resource with an id, as a list of at most one row. */
    static <T extends Resource> Function<ProjectionSnapshot, Rows<T>> one(
            ListProjection view, AggregateType<?, ?, ?, T> entry, String workspace, String id) {
        ListKeys keys = view.keys(entry);
        ListRead<T> read = new ListRead<>(view, entry, workspace, List.of(), null, null, null, 1);
        return snapshot -> {
            byte[] place = snapshot.get(keys.id(workspace, id));
            Rows.Row<T> row =
                    place == null
                            ? null
                            : read.row(
                                    place,
                                    snapshot.get(ListKeys.joined(keys.rows(workspace), place)));
            return new Rows<>(row == null ? List.of() : List.of(row));
        };
    }
}
