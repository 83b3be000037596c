package io.postrider.domain.kernel;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A command that changes the fields of a resource that a patch names. */
public interface Edit {

    /** Whether the patch brings text, and not only numbers, times, switches and removals. */
    boolean bringsText();

    /** Whether any value is a text, or a collection that is not empty. */
    static boolean anyText(@Nullable Object... values) {
        return Arrays.stream(values)
                .anyMatch(value ->
                        switch (value) {
                            case null -> false;
                            case Collection<?> all -> !all.isEmpty();
                            case Map<?, ?> map -> !map.isEmpty();
                            default -> true;
                        });
    }
}
