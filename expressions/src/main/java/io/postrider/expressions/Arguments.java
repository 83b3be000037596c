package io.postrider.expressions;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of a call; omitted ones are null. */
record Arguments(List<?> list) {

    @Nullable Object get(int index) {
        return index < list.size() ? list.get(index) : null;
    }

    @Nullable String text(int index) {
        return (String) get(index);
    }

    @Nullable Number number(int index) {
        return (Number) get(index);
    }

    @Nullable List<?> array(int index) {
        Object value = get(index);
        return value == null || value instanceof List<?> ? (List<?>) value : List.of(value);
    }
}
