package io.postrider.schemas;

import io.postrider.domain.kernel.FieldError;
import java.util.List;

/**
 * Why a command was refused, as it is kept and answered.
 *
 * @param code stable, snake case
 * @param errors the fields at fault, if fields are at fault
 */
public record Refusal(String code, String detail, List<FieldError> errors) {
    public Refusal {
        errors = List.copyOf(errors);
    }

    /** A refusal for which no single field is to blame. */
    public static Refusal of(String code, String detail) {
        return new Refusal(code, detail, List.of());
    }
}
