package io.postrider.schemas.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Confluent's wire format: a zero byte, the schema id in four bytes, then the Avro value. Stock Confluent clients read
 * what this writes, and the reverse.
 */
final class FramedAvro {

    private static final byte MAGIC = 0;
    static final int PREFIX_LENGTH = 5;

    private final Schema schema;
    private final SchemaIds ids;
    private final byte[] prefix;
    private final GenericDatumWriter<GenericRecord> writer;
    private final Map<Integer, GenericDatumReader<GenericRecord>> readers =
            new ConcurrentHashMap<>();

    FramedAvro(String subject, SchemaIds ids) {
        this.schema = Schemas.current(subject);
        this.ids = ids;
        this.writer = new GenericDatumWriter<>(schema);
        this.prefix =
                ByteBuffer.allocate(PREFIX_LENGTH)
                        .put(MAGIC)
                        .putInt(ids.idOf(subject, schema))
                        .array();
    }

    Schema schema() {
        return schema;
    }

    byte[] prefix() {
        return prefix.clone();
    }

    byte[] write(GenericRecord value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        out.writeBytes(prefix);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        try {
            writer.write(value, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + schema.getFullName(), e);
        }
        return out.toByteArray();
    }

    /**
     * Whether a value was written with a version of this schema.
     *
     * @throws UndecodableException if it has no schema that is known
     */
    boolean reads(byte[] framed) {
        return writtenWith(checkedId(framed)).getFullName().equals(schema.getFullName());
    }

    GenericRecord read(byte[] framed) {
        int id = checkedId(framed);
        try {
            return reader(id)
                    .read(
                            null,
                            DecoderFactory.get()
                                    .binaryDecoder(
                                            framed,
                                            PREFIX_LENGTH,
                                            framed.length - PREFIX_LENGTH,
                                            null));
        } catch (IOException
                | AvroRuntimeException
                | IndexOutOfBoundsException
                // Avro's exception for a length that no array has.
                | UnsupportedOperationException e) {
            throw new UndecodableException(
                    "not a " + schema.getFullName() + " of schema id " + id, e);
        }
    }

    private static int checkedId(byte[] framed) {
        if (!isFramed(framed)) {
            throw new UndecodableException("not framed: " + framed.length + " bytes", null);
        }
        return idOf(framed);
    }

    private Schema writtenWith(int id) {
        try {
            return ids.schemaOf(id);
        } catch (SchemaIds.UnknownSchemaException e) {
            throw new UndecodableException("unknown schema id " + id, e);
        }
    }

    static boolean isFramed(byte[] bytes) {
        return bytes.length >= PREFIX_LENGTH && bytes[0] == MAGIC;
    }

    static int idOf(byte[] framed) {
        return ByteBuffer.wrap(framed, 1, 4).getInt();
    }

    private GenericDatumReader<GenericRecord> reader(int id) {
        GenericDatumReader<GenericRecord> known = readers.get(id);
        if (known != null) {
            return known;
        }
        GenericDatumReader<GenericRecord> made = new GenericDatumReader<>(writtenWith(id), schema);
        readers.put(id, made);
        return made;
    }
}
