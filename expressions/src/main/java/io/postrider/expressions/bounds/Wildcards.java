package io.postrider.expressions.bounds;

import com.dashjoin.jsonata.Utils;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cost of {@code *}: for each array that it flattens, the library copies all previous results. */
public final class Wildcards {

    private Wildcards() {}

    public static void check(@Nullable Object input, Budget budget) {
        Object value =
                input instanceof Utils.JList<?> list && list.outerWrapper && !list.isEmpty()
                        ? list.getFirst()
                        : input;
        if (value instanceof Map<?, ?> map) {
            check(map.values(), budget);
        } else if (value instanceof List<?> list) {
            check(list, budget);
        }
    }

    private static void check(Collection<?> values, Budget budget) {
        int arrays = 0;
        long entries = 0;
        for (Object value : values) {
            if (value instanceof List<?> list) {
                arrays++;
                entries += budget.entriesOf(list);
            }
        }
        budget.entries(Math.min(entries, Integer.MAX_VALUE));
        budget.search(arrays, (int) entries);
    }
}
