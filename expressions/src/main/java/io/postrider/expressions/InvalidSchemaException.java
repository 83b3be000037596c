package io.postrider.expressions;

import java.util.List;

/** A JSON Schema that cannot be used, with what is wrong with it and where. */
public final class InvalidSchemaException extends Exception {

    private final transient List<DataFault> errors;

    InvalidSchemaException(List<DataFault> errors) {
        super(errors.toString());
        this.errors = List.copyOf(errors);
    }

    /** What is wrong, with pointers into the schema. */
    public List<DataFault> errors() {
        return errors;
    }
}
