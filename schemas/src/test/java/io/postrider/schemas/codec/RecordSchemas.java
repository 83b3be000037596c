package io.postrider.schemas.codec;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** The Avro records of one subject, derived from Java records: the counterpart of {@link RecordCodec}. */
final class RecordSchemas {

    private static final Map<Type, Schema.Type> SIMPLE =
            Map.of(
                    String.class, Schema.Type.STRING,
                    int.class, Schema.Type.INT,
                    Integer.class, Schema.Type.INT,
                    long.class, Schema.Type.LONG,
                    Long.class, Schema.Type.LONG,
                    double.class, Schema.Type.DOUBLE,
                    Double.class, Schema.Type.DOUBLE,
                    boolean.class, Schema.Type.BOOLEAN,
                    Boolean.class, Schema.Type.BOOLEAN,
                    byte[].class, Schema.Type.BYTES);

    private final String namespace;
    private final JavadocTexts texts;
    private final Map<String, Class<?>> types = new HashMap<>();
    private final Map<Class<?>, Schema> schemas = new HashMap<>();

    RecordSchemas(String namespace, JavadocTexts texts) {
        this.namespace = namespace;
        this.texts = texts;
    }

    /** The fields of a header, and a nullable sub-record for each type. */
    Schema envelope(
            String name,
            String doc,
            Class<? extends Record> header,
            Map<String, Class<? extends Record>> payloads) {
        claim(name, header);
        List<Schema.Field> fields = new ArrayList<>(fields(header));
        payloads.forEach((type, payload) ->
                fields.add(field(EnvelopeCodec.fieldName(type), record(payload), null, true)));
        return Schema.createRecord(name, doc, namespace, false, fields);
    }

    Schema record(Class<? extends Record> type) {
        Schema known = schemas.get(type);
        if (known != null) {
            return known;
        }
        claim(type.getSimpleName(), type);
        Schema made =
                Schema.createRecord(
                        type.getSimpleName(), texts.firstSentence(type), namespace, false);
        schemas.put(type, made);
        made.setFields(fields(type));
        return made;
    }

    private void claim(String name, Class<?> type) {
        Class<?> other = types.putIfAbsent(name, type);
        if (other != null) {
            throw new IllegalArgumentException(
                    "two records named " + name + " in one subject: " + other + ", " + type);
        }
    }

    private List<Schema.Field> fields(Class<? extends Record> type) {
        List<Schema.Field> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            fields.add(
                    field(
                            RecordCodec.snakeCase(component.getName()),
                            schema(component.getGenericType()),
                            texts.param(type, component.getName()),
                            component.getAnnotatedType().isAnnotationPresent(Nullable.class)));
        }
        return fields;
    }

    private static Schema.Field field(
            String name, Schema schema, @Nullable String doc, boolean nullable) {
        if (nullable) {
            Schema union = Schema.createUnion(Schema.create(Schema.Type.NULL), schema);
            return new Schema.Field(name, union, doc, JsonProperties.NULL_VALUE);
        }
        return switch (schema.getType()) {
            case ARRAY -> new Schema.Field(name, schema, doc, List.of());
            case MAP -> new Schema.Field(name, schema, doc, Map.of());
            default -> new Schema.Field(name, schema, doc);
        };
    }

    private Schema schema(Type type) {
        if (SIMPLE.containsKey(type)) {
            return Schema.create(requireNonNull(SIMPLE.get(type)));
        }
        if (type instanceof Class<?> found && found.isEnum()) {
            return Schema.create(Schema.Type.STRING);
        }
        if (type == Instant.class) {
            return LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return Schema.createArray(schema(arguments[0]));
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return Schema.createMap(schema(arguments[1]));
            }
        }
        if (type instanceof Class<?> found && found.isRecord()) {
            return record(found.asSubclass(Record.class));
        }
        throw new IllegalArgumentException("no Avro type for " + type);
    }
}
