package io.postrider.web.problem;

import io.postrider.domain.kernel.FieldError;
import java.util.List;

/** JSON pointers into a client's text (RFC 6901). */
public final class Pointers {

    private Pointers() {}

    /** A name as one step of a pointer. */
    public static String escaped(String name) {
        return DisplayText.of(name).replace("~", "~0").replace("/", "~1");
    }

    public static List<FieldError> error(String pointer, String code, String detail) {
        return List.of(new FieldError(pointer, code, detail));
    }
}
