package io.postrider.runtime.expressions;

import io.postrider.domain.kernel.FieldError;
import java.util.List;

/** A JSON Schema that cannot be used, with what is wrong with it and where. */
public final class InvalidSchema extends Exception {

    private final transient List<FieldError> errors;

    InvalidSchema(List<FieldError> errors) {
        super(errors.toString());
        this.errors = List.copyOf(errors);
    }

    /** What is wrong, with pointers into the schema. */
    public List<FieldError> errors() {
        return errors;
    }
}
