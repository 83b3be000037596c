package io.postrider.expressions;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Utils;
import io.postrider.expressions.BoundFunction.Body;
import io.postrider.expressions.BoundFunction.Library;
import io.postrider.expressions.bounds.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions on arrays that the library does in quadratic time, by chance, or not for all numbers. */
final class ArrayFunctions {

    private static final Comparator<Object> NUMBERS =
            Comparator.comparingDouble(value -> ((Number) value).doubleValue());
    private static final Comparator<Object> TEXTS = Comparator.comparing(String.class::cast);

    private ArrayFunctions() {}

    static Map<String, Body> all() {
        return Map.of(
                "zip", ArrayFunctions::zip,
                "spread", (arguments, _) -> spread(arguments.get(0)),
                "distinct", (arguments, _) -> distinct(arguments.get(0)),
                "sort", ArrayFunctions::sort,
                "shuffle", (arguments, _) -> shuffle(arguments.array(0)));
    }

    private static @Nullable Object zip(Arguments arguments, Library library) {
        long entries = Long.MAX_VALUE;
        for (Object array : arguments.list()) {
            entries = Math.min(entries, array instanceof List<?> list ? list.size() : 0);
        }
        Budget.CURRENT.get().entries(entries * arguments.list().size());
        return library.call(arguments.list());
    }

    private static @Nullable Object spread(@Nullable Object value) {
        if (!(value instanceof List<?>) && !(value instanceof Map<?, ?>)) {
            return value;
        }
        List<Object> entries = Utils.createSequence();
        spread(value, entries);
        return entries;
    }

    private static void spread(@Nullable Object value, List<Object> entries) {
        switch (value) {
            case List<?> list -> list.forEach(element -> spread(element, entries));
            case Map<?, ?> map ->
                    map.forEach((key, member) -> {
                        Map<Object, @Nullable Object> entry = new LinkedHashMap<>();
                        entry.put(key, member);
                        entries.add(entry);
                    });
            case null -> {}
            default -> entries.add(value);
        }
        Budget.CURRENT.get().entries(entries.size());
    }

    private static @Nullable Object distinct(@Nullable Object value) {
        if (!(value instanceof List<?> list) || list.size() <= 1) {
            return value;
        }
        // By their texts: the hash codes of arrays are the same for many, and then each is compared
        // with each.
        Map<String, @Nullable Object> distinct = new LinkedHashMap<>();
        for (Object element : list) {
            String text = Functions.string(Arrays.asList(element), false);
            if (!distinct.containsKey(text)) {
                distinct.put(text, element);
            }
        }
        List<Object> sequence = Utils.createSequence();
        sequence.addAll(distinct.values());
        return sequence;
    }

    private static @Nullable Object sort(Arguments arguments, Library library) {
        List<?> list = arguments.array(0);
        if (list == null || list.size() <= 1 || arguments.get(1) != null) {
            return library.call(arguments.list());
        }
        boolean numbers = list.stream().allMatch(Number.class::isInstance);
        if (!numbers && !list.stream().allMatch(String.class::isInstance)) {
            throw new JException("D3070", -1);
        }
        List<Object> sorted = new ArrayList<>(list);
        sorted.sort(numbers ? NUMBERS : TEXTS);
        return sorted;
    }

    private static @Nullable Object shuffle(@Nullable List<?> list) {
        if (list == null || list.size() <= 1) {
            return list;
        }
        List<Object> shuffled = new ArrayList<>(list);
        Collections.shuffle(shuffled, JsonataRun.CURRENT.get().random());
        return shuffled;
    }
}
