package io.postrider.domain.kernel;

import java.util.ArrayList;
import java.util.List;

/** The rules of the tags of a resource. */
public final class Tags {

    private static final int COUNT_MAX = 50;
    private static final int LENGTH_MAX = 60;

    private Tags() {}

    /** The errors of a set of tags. */
    public static List<FieldError> errors(List<String> tags) {
        List<FieldError> errors = new ArrayList<>();
        if (tags.size() > COUNT_MAX) {
            errors.add(
                    new FieldError(
                            "/tags", "too_many", "Expected at most " + COUNT_MAX + " tags."));
        }
        for (int i = 0; i < Math.min(tags.size(), COUNT_MAX); i++) {
            String tag = tags.get(i);
            if (tag.isBlank() || tag.length() > LENGTH_MAX) {
                errors.add(
                        new FieldError(
                                "/tags/" + i,
                                "invalid_length",
                                "Expected a tag of 1 to " + LENGTH_MAX + " characters."));
            }
        }
        return errors;
    }
}
