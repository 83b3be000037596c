package io.postrider.web.route;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/** Reads If-Match and If-None-Match (RFC 9110, section 13.1). */
public final class Preconditions {

    private static final Pattern VERSION = Pattern.compile("\"(0|[1-9][0-9]{0,17})\"");
    private static final Pattern TAG = Pattern.compile("(?:W/)?\"([!#-~]*)\"");

    private Preconditions() {}

    /** The version that the resource must be at; empty if any will do. */
    public static Validated<Optional<Long>> expectedVersion(ApiRequest request) {
        return request.header(HttpHeaders.IF_MATCH)
                .then(given -> {
                    if (given.isEmpty() || given.get().equals("*")) {
                        return Validated.valid(Optional.empty());
                    }
                    Matcher version = VERSION.matcher(given.get());
                    return version.matches()
                            ? Validated.valid(Optional.of(Long.parseLong(version.group(1))))
                            : Validated.refused(
                                    Problem.of(
                                            400,
                                            "if_match_invalid",
                                            "Expected one ETag as the server returned it, or *."));
                });
    }

    /** Whether the client has this version already. */
    public static boolean isKnown(HttpHeaders headers, String etag) {
        String opaque = etag.substring(1, etag.length() - 1);
        List<String> lines = headers.getOrEmpty(HttpHeaders.IF_NONE_MATCH);
        for (String line : lines) {
            if (line.strip().equals("*")) {
                return true;
            }
            Matcher tag = TAG.matcher(line);
            while (tag.find()) {
                if (tag.group(1).equals(opaque)) {
                    return true;
                }
            }
        }
        return false;
    }
}
