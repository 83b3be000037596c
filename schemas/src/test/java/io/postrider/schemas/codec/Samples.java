package io.postrider.schemas.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random values of any record type that crosses a process, from a seed. */
final class Samples {

    private final SplittableRandom random;

    Samples(long seed) {
        this.random = new SplittableRandom(seed);
    }

    <T extends Record> T of(Class<T> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(components[i].getGenericType());
        }
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make a " + type, e);
        }
    }

    private Object value(Type type) {
        if (type == String.class) {
            return text();
        }
        if (type == int.class || type == Integer.class) {
            return random.nextInt();
        }
        if (type == long.class || type == Long.class) {
            return random.nextLong();
        }
        if (type == double.class || type == Double.class) {
            return random.nextDouble();
        }
        if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        }
        if (type == Instant.class) {
            return Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
        }
        if (type == byte[].class) {
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            return bytes;
        }
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == List.class
                    ? List.of(value(generic.getActualTypeArguments()[0]))
                    : Map.of(text(), text());
        }
        if (type instanceof Class<?> found && found.isEnum()) {
            return found.getEnumConstants()[random.nextInt(found.getEnumConstants().length)];
        }
        if (type instanceof Class<?> found && found.isRecord()) {
            return of(found.asSubclass(Record.class));
        }
        throw new IllegalArgumentException("no sample of " + type);
    }

    private String text() {
        List<String> alphabet =
                List.of("a", "Z", "0", " ", "\"", "ü", "漢", "🔥", "\u0000", "\n", "ß");
        StringBuilder out = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            out.append(alphabet.get(random.nextInt(alphabet.size())));
        }
        return out.toString();
    }
}
