package io.postrider.schemas.codec;

import io.postrider.schemas.EventPublished;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** An Avro record that is a header and, by type, one of several nullable sub-records. */
final class EnvelopeCodec {

    private final FramedAvro framed;
    private final RecordCodec header;
    private final Map<String, RecordCodec> payloads = new LinkedHashMap<>();
    private final Map<Class<?>, String> names = new LinkedHashMap<>();

    EnvelopeCodec(
            Class<? extends Record> headerType,
            Map<String, Class<? extends Record>> types,
            String subject,
            SchemaIds ids) {
        this.framed = new FramedAvro(subject, ids);
        this.header = new RecordCodec(headerType, framed.schema());
        types.forEach((name, type) -> {
            payloads.put(name, new RecordCodec(type, subRecord(name)));
            names.put(type, name);
        });
    }

    String typeOf(Record payload) {
        String name = names.get(payload.getClass());
        if (name == null) {
            throw new IllegalArgumentException("no type for " + payload.getClass().getName());
        }
        return name;
    }

    boolean hasTypeOf(Record payload) {
        return names.containsKey(payload.getClass());
    }

    byte[] encode(Record head, String type, @Nullable Record payload) {
        GenericRecord out = header.toAvro(head);
        String name = nameOf(type);
        RecordCodec codec = payloads.get(name);
        if (payload != null && codec != null) {
            out.put(fieldName(name), codec.toAvro(payload));
        } else if (payload != null) {
            throw new IllegalArgumentException("no sub-record for type " + type);
        }
        return framed.write(out);
    }

    boolean reads(byte[] bytes) {
        return framed.reads(bytes);
    }

    GenericRecord decode(byte[] bytes) {
        return framed.read(bytes);
    }

    Object header(GenericRecord read) {
        return header.toJava(read);
    }

    @Nullable Record payload(GenericRecord read, String type) {
        String name = nameOf(type);
        RecordCodec codec = payloads.get(name);
        if (codec == null) {
            return null;
        }
        return read.get(fieldName(name)) instanceof GenericRecord sub
                ? (Record) codec.toJava(sub)
                : null;
    }

    /** The sub-record of a type: its own, or that of all types that callers choose. */
    private String nameOf(String type) {
        return payloads.containsKey(EventPublished.TYPE) ? EventPublished.TYPE : type;
    }

    private Schema subRecord(String type) {
        Schema.Field field = framed.schema().getField(fieldName(type));
        if (field == null) {
            throw new IllegalArgumentException(
                    framed.schema().getFullName() + " has no field " + fieldName(type));
        }
        return field.schema().getTypes().get(1);
    }

    static String fieldName(String type) {
        return type.replace('.', '_');
    }
}
