package io.postrider.schemas.codec;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Converts Java records to Avro records of the same shape and back: component {@code createdAt} is field {@code created_at}.
 * The pairing is checked when the codec is created, so a record and a schema that differ fail at start and not at the first
 * value.
 */
final class RecordCodec {

    private final Schema schema;
    private final Constructor<?> constructor;
    private final List<Component> components = new ArrayList<>();

    private record Component(Method accessor, Schema.Field field, Shape shape) {}

    /** The conversion between a Java type and an Avro schema; nulls are handled outside. */
    private interface Shape {
        Object toAvro(Object value);

        Object toJava(Object value);
    }

    RecordCodec(Class<? extends Record> type, Schema schema) {
        this.schema = schema;
        RecordComponent[] found = type.getRecordComponents();
        Class<?>[] types = new Class<?>[found.length];
        for (int i = 0; i < found.length; i++) {
            types[i] = found[i].getType();
            String name = snakeCase(found[i].getName());
            Schema.Field field = schema.getField(name);
            if (field == null) {
                throw new IllegalArgumentException(
                        schema.getFullName() + " has no field " + name + " for " + type.getName());
            }
            Method accessor = found[i].getAccessor();
            accessor.setAccessible(true);
            components.add(
                    new Component(
                            accessor,
                            field,
                            shape(found[i].getGenericType(), present(field.schema()))));
        }
        try {
            constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("not a record: " + type, e);
        }
    }

    GenericRecord toAvro(Record value) {
        GenericRecord out = new GenericData.Record(schema);
        for (Component component : components) {
            try {
                Object part = component.accessor.invoke(value);
                if (part == null && !component.field.schema().isNullable()) {
                    throw new IllegalArgumentException(
                            schema.getFullName() + "." + component.field.name() + " is null");
                }
                out.put(component.field.pos(), part == null ? null : component.shape.toAvro(part));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + component.field.name(), e);
            }
        }
        return out;
    }

    Object toJava(GenericRecord in) {
        @Nullable Object[] parts = new @Nullable Object[components.size()];
        for (int i = 0; i < parts.length; i++) {
            Component component = components.get(i);
            Object part = in.get(component.field.pos());
            parts[i] = part == null ? null : component.shape.toJava(part);
        }
        try {
            return constructor.newInstance(parts);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + constructor.getDeclaringClass(), e);
        }
    }

    /** {@code createdAt} as {@code created_at}. */
    static String snakeCase(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static Schema present(Schema schema) {
        if (schema.getType() != Schema.Type.UNION) {
            return schema;
        }
        return schema.getTypes().stream()
                .filter(branch -> branch.getType() != Schema.Type.NULL)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nothing but null: " + schema));
    }

    private static Shape shape(Type type, Schema schema) {
        return switch (schema.getType()) {
            case STRING ->
                    type instanceof Class<?> found && found.isEnum()
                            ? new Constant(found)
                            : expect(type, String.class, schema, new Text());
            case INT -> expect(type, int.class, Integer.class, schema);
            case LONG ->
                    type == Instant.class
                            ? new Millis()
                            : expect(type, long.class, Long.class, schema);
            case DOUBLE -> expect(type, double.class, Double.class, schema);
            case BOOLEAN -> expect(type, boolean.class, Boolean.class, schema);
            case BYTES -> expect(type, byte[].class, schema, new Bytes());
            case ARRAY ->
                    new Items(shape(argument(type, 0, schema), schema.getElementType()), schema);
            case MAP -> new Entries(shape(argument(type, 1, schema), schema.getValueType()));
            case RECORD -> new Nested(new RecordCodec(recordType(type, schema), schema));
            case ENUM, UNION, FIXED, FLOAT, NULL ->
                    throw new IllegalArgumentException("no shape for " + type + " as " + schema);
        };
    }

    private static Shape expect(Type type, Class<?> wanted, Schema schema, Shape shape) {
        if (type != wanted) {
            throw new IllegalArgumentException(type + " does not fit " + schema);
        }
        return shape;
    }

    private static Shape expect(Type type, Class<?> primitive, Class<?> boxed, Schema schema) {
        return expect(type == boxed ? primitive : type, primitive, schema, new Same());
    }

    private static Type argument(Type type, int index, Schema schema) {
        if (type instanceof ParameterizedType generic) {
            return generic.getActualTypeArguments()[index];
        }
        throw new IllegalArgumentException(type + " does not fit " + schema);
    }

    private static Class<? extends Record> recordType(Type type, Schema schema) {
        if (type instanceof Class<?> found && found.isRecord()) {
            return found.asSubclass(Record.class);
        }
        throw new IllegalArgumentException(type + " does not fit " + schema);
    }

    private record Same() implements Shape {
        @Override
        public Object toAvro(Object value) {
            return value;
        }

        @Override
        public Object toJava(Object value) {
            return value;
        }
    }

    private record Text() implements Shape {
        @Override
        public Object toAvro(Object value) {
            return value;
        }

        @Override
        public Object toJava(Object value) {
            return value.toString();
        }
    }

    /** An enum constant as its name in lower case. */
    private record Constant(Class<?> type) implements Shape {
        @Override
        public Object toAvro(Object value) {
            return value.toString().toLowerCase(Locale.ROOT);
        }

        @Override
        public Object toJava(Object value) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> toAvro(constant).equals(value.toString()))
                    .findFirst()
                    .orElseThrow(() -> new UndecodableException("no " + type + " " + value, null));
        }
    }

    private record Millis() implements Shape {
        @Override
        public Object toAvro(Object value) {
            return ((Instant) value).toEpochMilli();
        }

        @Override
        public Object toJava(Object value) {
            return Instant.ofEpochMilli((Long) value);
        }
    }

    private record Bytes() implements Shape {
        @Override
        public Object toAvro(Object value) {
            return ByteBuffer.wrap((byte[]) value);
        }

        @Override
        public Object toJava(Object value) {
            ByteBuffer buffer = ((ByteBuffer) value).duplicate();
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        }
    }

    private record Items(Shape item, Schema schema) implements Shape {
        @Override
        public Object toAvro(Object value) {
            return new GenericData.Array<>(
                    schema, ((List<?>) value).stream().map(item::toAvro).toList());
        }

        @Override
        public Object toJava(Object value) {
            return ((List<?>) value).stream().map(item::toJava).toList();
        }
    }

    private record Entries(Shape item) implements Shape {
        @Override
        public Object toAvro(Object value) {
            Map<String, Object> out = new LinkedHashMap<>();
            ((Map<?, ?>) value).forEach((k, v) -> out.put(k.toString(), item.toAvro(v)));
            return out;
        }

        @Override
        public Object toJava(Object value) {
            Map<String, Object> out = new LinkedHashMap<>();
            ((Map<?, ?>) value).forEach((k, v) -> out.put(k.toString(), item.toJava(v)));
            return out;
        }
    }

    private record Nested(RecordCodec codec) implements Shape {
        @Override
        public Object toAvro(Object value) {
            return codec.toAvro((Record) value);
        }

        @Override
        public Object toJava(Object value) {
            return codec.toJava((GenericRecord) value);
        }
    }
}
