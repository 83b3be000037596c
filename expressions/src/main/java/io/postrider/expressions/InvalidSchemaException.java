package io.postrider.expressions;

import java.util.List;

/** An invalid JSON Schema, with its errors and their places. */
public final class InvalidSchemaException extends Exception {

    private final transient List<DataFault> errors;

    InvalidSchemaException(List<DataFault> errors) {
        super(errors.toString());
        this.errors = List.copyOf(errors);
    }

    /** The errors, with pointers into the schema. */
    public List<DataFault> errors() {
        return errors;
    }
}
