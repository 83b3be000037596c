package io.postrider.domain.links;

import io.postrider.domain.kernel.FieldError;
import java.util.List;

/** Why a command on a short link was refused. */
public sealed interface LinkRejection {

    /** The slug belongs to a link already, if only to a deleted one. */
    record SlugTaken(String domain, String slug) implements LinkRejection {}

    /** There is no such link in this workspace. */
    record LinkMissing() implements LinkRejection {}

    /** The link's last allowed click was let through before. */
    record ClicksExhausted() implements LinkRejection {}

    /** The fields are valid one by one, but not together. */
    record LinkInvalid(List<FieldError> errors) implements LinkRejection {
        public LinkInvalid {
            errors = List.copyOf(errors);
        }
    }
}
