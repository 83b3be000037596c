package io.postrider.web.server;

import io.postrider.web.body.QueryText;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Finds the error in a malformed request target, which ends a request before its operation is looked up. */
final class MalformedTarget {

    private MalformedTarget() {}

    /** The problem, with the name of the query parameter if it is one; empty for a valid target. */
    static Optional<Problem> problem(String target) {
        return isUrl(target) ? Optional.empty() : Optional.of(found(target));
    }

    private static Problem found(String target) {
        int mark = target.indexOf('?');
        String query = mark < 0 ? "" : target.substring(mark + 1);
        if (KeyInUrl.in(query)) {
            return KeyInUrl.problem();
        }
        return switch (QueryText.parse(query)) {
            case Validated.Refused<Map<String, String>>(Problem problem) -> problem;
            case Validated.Valid<Map<String, String>> _ -> illegal(query);
        };
    }

    private static Problem illegal(String query) {
        return Arrays.stream(query.split("&", -1))
                .filter(pair -> !isUrl("?" + pair))
                .findFirst()
                .map(pair -> QueryText.malformed(pair.split("=", 2)[0]))
                .orElseGet(() -> Problem.of(400, "malformed_url", "The URL is malformed."));
    }

    private static boolean isUrl(String text) {
        try {
            var _ = new URI(text);
            return true;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
