package io.postrider.web.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.kernel.FieldError;
import io.postrider.expressions.DataSchema;
import io.postrider.expressions.InvalidSchemaException;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Reads the field {@code json_schema} of a body: a JSON Schema of at most 32 KiB that compiles. */
public final class SchemaField {

    private static final int BYTES_MAX = 32 << 10;

    private SchemaField() {}

    /** The schema as JSON; empty if the field is missing or null. Faults are noted in the fields. */
    public static Optional<String> read(BodyReader fields) {
        return fields.json("json_schema")
                .map(given -> {
                    String text = given.toString();
                    if (!(given instanceof ObjectNode schema)) {
                        fault(fields, "", "invalid_type", "Expected an object.");
                    } else if (text.getBytes(UTF_8).length > BYTES_MAX) {
                        fault(
                                fields,
                                "",
                                "too_long",
                                "Expected a schema of at most 32 KiB as JSON.");
                    } else {
                        compile(fields, schema);
                    }
                    return text;
                });
    }

    private static void compile(BodyReader fields, ObjectNode schema) {
        try {
            DataSchema.compile(schema);
        } catch (InvalidSchemaException e) {
            e.errors().forEach(it -> fault(fields, it.pointer(), it.code(), it.detail()));
        }
    }

    private static void fault(BodyReader fields, String within, String code, String detail) {
        fields.fault(new FieldError("/json_schema" + within, code, detail));
    }
}
