package io.postrider.web.server;

import java.util.Map;

/**
 * The rate-limit headers of every response, in the fields of the IETF's draft. Without a limit they announce a policy that
 * cannot be exceeded.
 */
public final class RateLimitHeaders {

    /** The quota that stands for none. */
    public static final int UNLIMITED = 1_000_000;

    private static final int WINDOW_SECONDS = 60;

    /** The headers of callers without a key. */
    static final Map<String, String> ANONYMOUS =
            of("anonymous", UNLIMITED, UNLIMITED, WINDOW_SECONDS);

    private RateLimitHeaders() {}

    /** The headers of a caller with the remaining quota and the time until it is full again. */
    public static Map<String, String> of(
            String policy, long quota, long remaining, long resetSeconds) {
        return Map.of(
                "RateLimit-Policy",
                "\"%s\";q=%d;w=%d".formatted(policy, quota, WINDOW_SECONDS),
                "RateLimit",
                "\"%s\";r=%d;t=%d".formatted(policy, remaining, resetSeconds));
    }
}
