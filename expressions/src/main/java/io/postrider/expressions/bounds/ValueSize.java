package io.postrider.expressions.bounds;

import com.dashjoin.jsonata.Utils;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits the values of one evaluation. The size of a value is that of its tree, because comparisons and output traverse it:
 * sixty arrays that each contain the one before twice are small in memory and endless to traverse. Known sizes are remembered
 * by identity, so that each new value costs only its own entries.
 */
public final class ValueSize {

    static final int TEXT_CHARS = 262_144;
    static final int ENTRIES = 10_000;
    static final int ENTRY = 8;
    private static final int TUPLE = 4 * ENTRY;
    private static final int LONG_TEXT = 256;
    private static final int LEVELS = 100;
    private static final long WEIGHT = 1_048_576;
    private static final long MADE = 4 * WEIGHT;
    private static final long RETURNED = 2_000_000;

    private final IdentityHashMap<Object, Known> known = new IdentityHashMap<>();
    private final Set<String> texts = Collections.newSetFromMap(new IdentityHashMap<>());
    private long made;
    private long returned;

    static long ofInput(Object value) {
        return switch (value) {
            case SizedValue weighed -> weighed.weight();
            case String text -> (long) ENTRY + text.length();
            default -> ENTRY;
        };
    }

    static int heightOfInput(Object value) {
        return value instanceof SizedValue weighed ? weighed.height() : 0;
    }

    /**
     * Refuses a value that is too large, too deep or has too many entries, and too many values. A part of the input may
     * be large: it is as large as it looks, and whatever is made of it is not.
     */
    void check(@Nullable Object value) {
        switch (value) {
            case String text -> checkText(text);
            case Collection<?> list -> checkEntries(list, list.size());
            case Map<?, ?> map -> checkEntries(map, map.size());
            case null, default -> {}
        }
    }

    /** The weight of a value, each element counted as often as it occurs. */
    long of(Object value) {
        Known known = known(value);
        return known == null ? ENTRY : known.weight;
    }

    /** Levels of arrays and objects in a value. */
    int height(Object value) {
        Known known = known(value);
        return known == null ? 0 : known.height;
    }

    private @Nullable Known known(Object value) {
        return switch (value) {
            case Map<?, ?> map -> weigh(map, map.size(), 1);
            case Collection<?> list -> weigh(list, list.size(), 1);
            default -> null;
        };
    }

    /** The known sizes of values that were changed in place are invalid. */
    void forget() {
        known.clear();
    }

    /** Counts the tuples that the engine makes of the entries of a step that binds names. */
    void tuples(long entries) {
        made(TUPLE * entries);
    }

    private void checkText(String text) {
        if (text.length() > TEXT_CHARS) {
            throw textTooLong();
        }
        madeText(text);
    }

    private void checkEntries(Object container, int entries) {
        if (!(container instanceof SizedValue)) {
            weigh(container, entries, 1);
        }
        // The engine copies the entries of most arrays that are returned, also of those it knows.
        returned += entries;
        if (returned > RETURNED) {
            throw new OverrunException("The evaluation processes more than 2,000,000 entries.");
        }
    }

    private void madeText(String text) {
        // Short texts are counted each time, which is faster than to know them.
        if (text.length() < LONG_TEXT || texts.add(text)) {
            made(text.length());
        }
    }

    private void made(long weight) {
        made += weight;
        if (made > MADE) {
            throw new OverrunException("The evaluation creates too many values.");
        }
    }

    private Known weigh(Object container, int entries, int level) {
        if (entries > ENTRIES) {
            throw tooManyEntries();
        }
        Known found =
                container instanceof SizedValue input
                        ? new Known(entries, input.weight(), input.height())
                        : known.get(container);
        if (found == null || found.entries != entries) {
            // An array that grows while it is made has been seen when it was smaller.
            found = sum(container, entries, level);
            known.put(container, found);
        }
        if (found.weight > WEIGHT) {
            throw new OverrunException(
                    "A value is too large: its characters and eight for each of its entries are more than 1,048,576.");
        }
        if (level + found.height > LEVELS + 1) {
            throw tooDeep();
        }
        return found;
    }

    private Known sum(Object container, int entries, int level) {
        if (level > LEVELS) {
            throw tooDeep();
        }
        Known sum = new Known(entries, ENTRY, 1);
        switch (container) {
            // It holds two numbers, whatever its size.
            case Utils.RangeList _ -> sum.weight = (long) ENTRY * entries;
            // Its elements bind names to values that were weighed before; it is never walked
            // through.
            case Utils.JList<?> tuples when tuples.tupleStream -> made((long) ENTRY * entries);
            case Map<?, ?> map -> {
                made((long) ENTRY * entries);
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    add(sum, entry.getKey(), level);
                    add(sum, entry.getValue(), level);
                }
            }
            case Collection<?> list -> {
                made((long) ENTRY * entries);
                for (Object element : list) {
                    add(sum, element, level);
                }
            }
            default -> throw new IllegalArgumentException("This is not an array or object.");
        }
        return sum;
    }

    private void add(Known sum, @Nullable Object value, int level) {
        switch (value) {
            case String text -> {
                madeText(text);
                sum.weight += (long) ENTRY + text.length();
            }
            case Collection<?> list -> sum.add(weigh(list, list.size(), level + 1));
            case Map<?, ?> map -> sum.add(weigh(map, map.size(), level + 1));
            case null, default -> sum.weight += ENTRY;
        }
    }

    static OverrunException textTooLong() {
        return new OverrunException("A string has at most 262,144 characters.");
    }

    public static OverrunException tooManyEntries() {
        return new OverrunException("An array or object has at most 10,000 entries.");
    }

    private static OverrunException tooDeep() {
        return new OverrunException("A value has at most 100 levels of arrays and objects.");
    }

    private static final class Known {

        private final int entries;
        private long weight;
        private int height;

        Known(int entries, long weight, int height) {
            this.entries = entries;
            this.weight = weight;
            this.height = height;
        }

        void add(Known part) {
            weight += part.weight;
            height = Math.max(height, 1 + part.height);
        }
    }
}
