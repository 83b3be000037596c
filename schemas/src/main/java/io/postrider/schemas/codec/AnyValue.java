package io.postrider.schemas.codec;

import java.io.IOException;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Reads framed values of any topic by the schemas that they were written with. */
public final class AnyValue {

    private final SchemaIds ids;

    /** @param ids know every schema that values may have */
    public AnyValue(SchemaIds ids) {
        this.ids = ids;
    }

    /** The text of a field; empty where the bytes are no value, or the value has no such text. */
    public Optional<String> text(byte @Nullable [] framed, String field) {
        return read(framed)
                .filter(value -> value.hasField(field))
                .map(value -> value.get(field))
                .map(Object::toString);
    }

    /** The value as JSON, as Avro prints it; empty where the bytes are no value. */
    public Optional<String> json(byte @Nullable [] framed) {
        return read(framed).map(GenericRecord::toString);
    }

    private Optional<GenericRecord> read(byte @Nullable [] framed) {
        if (framed == null || !FramedAvro.isFramed(framed)) {
            return Optional.empty();
        }
        try {
            var schema = ids.schemaOf(FramedAvro.idOf(framed));
            var bytes =
                    DecoderFactory.get()
                            .binaryDecoder(
                                    framed,
                                    FramedAvro.PREFIX_LENGTH,
                                    framed.length - FramedAvro.PREFIX_LENGTH,
                                    null);
            return Optional.of(new GenericDatumReader<GenericRecord>(schema).read(null, bytes));
        } catch (SchemaIds.UnknownSchemaException
                | IOException
                | AvroRuntimeException
                | IndexOutOfBoundsException
                // Avro's exception for a length that no array has.
                | UnsupportedOperationException _) {
            return Optional.empty();
        }
    }
}
