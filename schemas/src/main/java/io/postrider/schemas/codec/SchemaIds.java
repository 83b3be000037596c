package io.postrider.schemas.codec;

import org.apache.avro.Schema;

/** The registry of the schema ids in front of every Avro value. */
public interface SchemaIds {

    /**
     * The id under which values of this subject and schema are written.
     *
     * @throws UnknownSchemaException if the subject has no such schema
     */
    int idOf(String subject, Schema schema);

    /**
     * The schema that values with this id were written with.
     *
     * @throws UnknownSchemaException if there is none
     */
    Schema schemaOf(int id);

    /** No schema is known under an id, or no id for a schema. */
    final class UnknownSchemaException extends RuntimeException {
        public UnknownSchemaException(String message) {
            super(message);
        }
    }
}
