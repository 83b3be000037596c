package io.postrider.web.server;

import java.util.Map;

/**
 * What every answer says of its caller's limits, in the fields of the IETF's draft. Where there is no limit a policy is
 * announced all the same, one that nobody meets.
 */
public final class RateLimitHeaders {

    /** The quota that stands for none. */
    public static final int UNLIMITED = 1_000_000;

    private static final int WINDOW_SECONDS = 60;

    /** For whoever is not known by a key. */
    static final Map<String, String> NOBODYS =
            of("anonymous", UNLIMITED, UNLIMITED, WINDOW_SECONDS);

    private RateLimitHeaders() {}

    /** The headers of a caller who has so much left of a quota until it is whole again. */
    public static Map<String, String> of(
            String policy, long quota, long remaining, long resetSeconds) {
        return Map.of(
                "RateLimit-Policy",
                "\"%s\";q=%d;w=%d".formatted(policy, quota, WINDOW_SECONDS),
                "RateLimit",
                "\"%s\";r=%d;t=%d".formatted(policy, remaining, resetSeconds));
    }
}
