package io.postrider.domain.models;

import io.postrider.domain.kernel.FieldError;
import java.util.List;

/** Why a command on a model or a connection was refused. */
public sealed interface ModelRejection {

    /** The name stands for a model already. */
    record AliasTaken(String alias) implements ModelRejection {}

    /** There is no such model in this workspace. */
    record ModelMissing() implements ModelRejection {}

    /** A connection with this id exists already, or did. */
    record ConnectionExists(String id) implements ModelRejection {}

    /** There is no such connection in this workspace. */
    record ConnectionMissing() implements ModelRejection {}

    /** What it would be is not allowed. */
    record ModelInvalid(List<FieldError> errors) implements ModelRejection {
        public ModelInvalid {
            errors = List.copyOf(errors);
        }
    }
}
