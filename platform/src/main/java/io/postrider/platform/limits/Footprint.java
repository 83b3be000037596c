package io.postrider.platform.limits;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The heap that a value of records, texts and lists takes, estimated from above. */
public final class Footprint {

    private static final int OBJECT = 24;
    private static final int TEXT = 48;
    private static final int REFERENCE = 8;
    private static final int ENTRY = 56;
    private static final int LATIN_1_MAX = 0xFF;

    private static final ClassValue<List<Method>> COMPONENTS =
            new ClassValue<>() {
                @Override
                protected List<Method> computeValue(Class<?> type) {
                    return Arrays.stream(type.getRecordComponents())
                            .map(RecordComponent::getAccessor)
                            .map(Footprint::opened)
                            .toList();
                }
            };

    private Footprint() {}

    /** The bytes of a value and of all that it holds. */
    public static long of(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case String text -> TEXT + bytes(text);
            case Collection<?> all ->
                    OBJECT + all.stream().mapToLong(one -> REFERENCE + of(one)).sum();
            case Map<?, ?> map ->
                    OBJECT
                            + map.entrySet().stream()
                                    .mapToLong(entry ->
                                            ENTRY + of(entry.getKey()) + of(entry.getValue()))
                                    .sum();
            case Record made -> ofRecord(made);
            default -> OBJECT;
        };
    }

    /** The virtual machine keeps a text of Latin-1 alone with one byte a character, any other with two. */
    private static long bytes(String text) {
        return text.chars().allMatch(character -> character <= LATIN_1_MAX)
                ? text.length()
                : 2L * text.length();
    }

    private static Method opened(Method component) {
        component.setAccessible(true);
        return component;
    }

    private static long ofRecord(Record made) {
        long bytes = OBJECT;
        for (Method component : COMPONENTS.get(made.getClass())) {
            bytes += REFERENCE + of(read(component, made));
        }
        return bytes;
    }

    private static @Nullable Object read(Method component, Record made) {
        try {
            return component.invoke(made);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
