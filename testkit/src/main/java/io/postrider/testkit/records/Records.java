package io.postrider.testkit.records;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Copies of records for expectations, made by their canonical constructors and by nothing of the code under test. */
public final class Records {

    private Records() {}

    /** The same record but for one component. */
    public static <T extends Record> T with(T record, String component, @Nullable Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new @Nullable Object[components.length];
        boolean found = false;
        try {
            for (int i = 0; i < components.length; i++) {
                boolean named = components[i].getName().equals(component);
                found |= named;
                types[i] = components[i].getType();
                values[i] = named ? value : components[i].getAccessor().invoke(record);
            }
            if (!found) {
                throw new IllegalArgumentException("no component " + component + " in " + record);
            }
            @SuppressWarnings("unchecked")
            Constructor<T> constructor =
                    (Constructor<T>) record.getClass().getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(Arrays.toString(values), e);
        }
    }

    /** The record component behind a snake-case name. */
    public static String camelCase(String snakeCase) {
        return Pattern.compile("_(.)")
                .matcher(snakeCase)
                .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
    }
}
