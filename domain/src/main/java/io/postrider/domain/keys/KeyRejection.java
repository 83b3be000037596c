package io.postrider.domain.keys;

import io.postrider.domain.kernel.FieldError;
import java.util.List;

/** Why a command on an API key was refused. */
public sealed interface KeyRejection {

    /** A key with this id exists already. */
    record KeyExists(String id) implements KeyRejection {}

    /** There is no such key in this workspace. */
    record KeyMissing() implements KeyRejection {}

    /** The key was taken out of force, and nothing about it changes any more. */
    record KeyIsRevoked() implements KeyRejection {}

    /** The key's end has come, and nothing about it changes any more. */
    record KeyIsExpired() implements KeyRejection {}

    /** The key cannot be made, or changed, with these fields at this time. */
    record KeyInvalid(List<FieldError> errors) implements KeyRejection {
        public KeyInvalid {
            errors = List.copyOf(errors);
        }
    }
}
