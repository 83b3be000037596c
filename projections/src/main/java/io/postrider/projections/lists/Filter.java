package io.postrider.projections.lists;

import io.postrider.schemas.catalogue.Index;
import io.postrider.schemas.catalogue.Match;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A value of a query parameter that an index serves.
 *
 * @param number of the index in the catalogue entry
 * @param wanted the indexed values that must all be found, or any of them
 * @param <T> the resource
 */
record Filter<T>(int number, Index<T> index, List<String> wanted) implements Predicate<T> {

    /** The filter of a value of the parameter. */
    static <T> Filter<T> of(int number, Index<T> index, String value) {
        List<String> wanted =
                switch (index.match()) {
                    case EXACT -> List.of(value);
                    case ANY -> List.of(value.split(","));
                    case CASELESS -> List.of(lower(value));
                    case WORDS -> Words.of(List.of(value));
                };
        return new Filter<>(number, index, wanted);
    }

    /** The values under which a resource has entries. */
    static <T> Collection<String> values(Index<T> index, T resource) {
        Collection<String> values = index.values().apply(resource);
        return switch (index.match()) {
            case EXACT, ANY -> List.copyOf(values);
            case CASELESS -> values.stream().map(Filter::lower).toList();
            case WORDS -> Words.of(values);
        };
    }

    /** Whether a wanted value is also found as the beginning of another one. */
    boolean findsBeginnings(String wanted) {
        return switch (index.match()) {
            case EXACT, ANY, CASELESS -> false;
            case WORDS -> wanted.length() >= Words.BEGINNING_MIN;
        };
    }

    @Override
    public boolean test(T resource) {
        Collection<String> values = values(index, resource);
        return isAny()
                ? wanted.stream().anyMatch(wanted -> holds(values, wanted))
                : wanted.stream().allMatch(wanted -> holds(values, wanted));
    }

    /** Whether one of the wanted values is enough. */
    boolean isAny() {
        return index.match() == Match.ANY;
    }

    private boolean holds(Collection<String> values, String wanted) {
        return findsBeginnings(wanted)
                ? values.stream().anyMatch(value -> value.startsWith(wanted))
                : values.contains(wanted);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
