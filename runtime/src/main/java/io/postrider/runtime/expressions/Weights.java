package io.postrider.runtime.expressions;

import com.dashjoin.jsonata.Utils;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps values small. A value is weighed as a tree, because that is how comparisons and output walk through it: sixty
 * arrays that each hold the one before twice are small in memory and endless to walk. What was weighed is remembered by
 * identity, so that each new value costs only its own elements.
 */
final class Weights {

    static final int TEXT_CHARS = 262_144;
    static final int ENTRIES = 10_000;
    static final int LEVELS = 100;
    private static final long WEIGHT = 1_048_576;

    private final IdentityHashMap<Object, Known> known = new IdentityHashMap<>();

    static long ofInput(Object value) {
        return switch (value) {
            case Weighed weighed -> weighed.weight();
            case String text -> 1L + text.length();
            default -> 1;
        };
    }

    static int heightOfInput(Object value) {
        return value instanceof Weighed weighed ? weighed.height() : 0;
    }

    /** Refuses a value that is too large, too deep or has too many entries. */
    void check(@Nullable Object value) {
        switch (value) {
            case String text -> text(text.length());
            case Collection<?> list -> weigh(list, list.size(), 1);
            case Map<?, ?> map -> weigh(map, map.size(), 1);
            case null, default -> {}
        }
    }

    /** Refuses a text before it is made. */
    static void text(long chars) {
        if (chars > TEXT_CHARS) {
            throw new Overrun("A text has at most 262,144 characters.");
        }
    }

    /** What is known of values that were changed in place is no longer true. */
    void forget() {
        known.clear();
    }

    private Known weigh(Object container, int entries, int level) {
        if (entries > ENTRIES) {
            throw new Overrun("An array or object has at most 10,000 entries.");
        }
        Known found =
                container instanceof Weighed input ? inputOf(input, entries) : known.get(container);
        if (found == null || found.entries() != entries) {
            // An array that grows while it is made has been seen when it was smaller.
            found = sum(container, entries, level);
            known.put(container, found);
        }
        if (found.weight() > WEIGHT) {
            throw new Overrun("A value has at most 1,048,576 characters and elements in all.");
        }
        if (level + found.height() > LEVELS + 1) {
            throw tooDeep();
        }
        return found;
    }

    private static Known inputOf(Weighed input, int entries) {
        return new Known(input.weight(), input.height(), entries);
    }

    private Known sum(Object container, int entries, int level) {
        if (level > LEVELS) {
            throw tooDeep();
        }
        Known sum = new Known(1, 1, entries);
        switch (container) {
            case Utils.RangeList range -> {
                return new Known(1L + range.size(), 1, entries);
            }
            case Utils.JList<?> tuples when tuples.tupleStream -> {
                // Its elements bind names to values that were weighed before; it is never walked
                // through.
                return new Known(1L + entries, 1, entries);
            }
            case Map<?, ?> map -> {
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    sum = plus(plus(sum, entry.getKey(), level), entry.getValue(), level);
                }
            }
            case Collection<?> list -> {
                for (Object element : list) {
                    sum = plus(sum, element, level);
                }
            }
            default -> throw new IllegalArgumentException("This is no array or object.");
        }
        return sum;
    }

    private Known plus(Known sum, @Nullable Object value, int level) {
        return switch (value) {
            case String text -> sum.plus(1L + text.length(), 0);
            case Collection<?> list -> sum.plus(weigh(list, list.size(), level + 1));
            case Map<?, ?> map -> sum.plus(weigh(map, map.size(), level + 1));
            case null, default -> sum.plus(1, 0);
        };
    }

    private static Overrun tooDeep() {
        return new Overrun("A value has at most 100 levels of arrays and objects.");
    }

    private record Known(long weight, int height, int entries) {

        Known plus(Known part) {
            return plus(part.weight, part.height);
        }

        Known plus(long moreWeight, int partHeight) {
            return new Known(weight + moreWeight, Math.max(height, 1 + partHeight), entries);
        }
    }
}
