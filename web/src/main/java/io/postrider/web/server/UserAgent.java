package io.postrider.web.server;

import java.util.Optional;
import org.springframework.http.HttpHeaders;

/** The {@code User-Agent} of a client. */
public final class UserAgent {

    private static final int LENGTH_MAX = 200;

    private UserAgent() {}

    /** At most 200 characters of visible ASCII; empty if there is none. */
    public static String of(HttpHeaders headers) {
        String given = Optional.ofNullable(headers.getFirst(HttpHeaders.USER_AGENT)).orElse("");
        String some = given.substring(0, Math.min(given.length(), LENGTH_MAX));
        return some.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
