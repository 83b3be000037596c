package io.postrider.web.route;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.Optional;

/** The number of entries of a page. */
public final class PageLimit {

    private static final int MAX = 100;
    private static final int DEFAULT = 25;

    private PageLimit() {}

    /** The {@code limit} of a request, 1 to 100, or 25 if there is none. */
    public static Validated<Integer> of(ApiRequest request) {
        Optional<String> given = request.parameter("limit");
        if (given.isEmpty()) {
            return Validated.valid(DEFAULT);
        }
        boolean number = given.get().matches("[0-9]{1,3}");
        int limit = number ? Integer.parseInt(given.get()) : 0;
        return limit >= 1 && limit <= MAX
                ? Validated.valid(limit)
                : Validated.refused(
                        Problem.badParameter(
                                "limit", "invalid_parameter", "Expected 1 to " + MAX + "."));
    }
}
