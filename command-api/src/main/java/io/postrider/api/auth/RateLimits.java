package io.postrider.api.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.api.http.Problem;
import io.postrider.api.http.RateLimitHeaders;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts the requests of each key, or of each user, in windows of a minute, on this node. */
final class RateLimits {

    private static final long WINDOW_MILLIS = Duration.ofMinutes(1).toMillis();
    private static final int CALLERS_MAX = 100_000;
    private static final String QUOTA_EXCEEDED =
            "https://iana.org/assignments/http-problem-types#quota-exceeded";

    private final InstantSource clock;
    private final String policy;
    private final Cache<String, Window> windows =
            Caffeine.newBuilder()
                    .maximumSize(CALLERS_MAX)
                    .expireAfterAccess(Duration.ofMinutes(2))
                    .executor(Runnable::run)
                    .build();

    /** @param policy what is limited, as answers call it: {@code key} or {@code user} */
    RateLimits(InstantSource clock, String policy) {
        this.clock = clock;
        this.policy = policy;
    }

    /**
     * How a caller stands after a request.
     *
     * @param headers what every answer says of it
     * @param refusal what the request is answered if it was one too many
     */
    record Standing(Map<String, String> headers, Optional<Problem> refusal) {}

    private record Window(long startMillis, long used) {}

    /** @param quota null for none */
    Standing take(String caller, @Nullable Integer quota) {
        if (quota == null) {
            return new Standing(
                    RateLimitHeaders.of(
                            policy,
                            RateLimitHeaders.UNLIMITED,
                            RateLimitHeaders.UNLIMITED,
                            WINDOW_MILLIS / 1_000),
                    Optional.empty());
        }
        long now = clock.millis();
        Window window = windows.asMap().compute(caller, (id, known) -> next(known, now));
        long reset = Math.max(1, Math.ceilDiv(window.startMillis + WINDOW_MILLIS - now, 1_000L));
        Map<String, String> headers =
                RateLimitHeaders.of(policy, quota, Math.max(0, quota - window.used), reset);
        return new Standing(
                headers,
                window.used <= quota
                        ? Optional.empty()
                        : Optional.of(withAll(tooMany(reset), headers)));
    }

    private Problem tooMany(long reset) {
        return Problem.of(
                        429,
                        "rate_limited",
                        "The " + policy + " has no requests left for this minute.")
                .typed(QUOTA_EXCEEDED)
                .retryAfter(reset)
                .withMember("violated-policies", List.of(policy));
    }

    static Problem withAll(Problem problem, Map<String, String> headers) {
        Problem all = problem;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            all = all.with(header.getKey(), header.getValue());
        }
        return all;
    }

    private static Window next(@Nullable Window known, long now) {
        if (known == null || now >= known.startMillis + WINDOW_MILLIS || now < known.startMillis) {
            return new Window(now, 1);
        }
        return new Window(known.startMillis, known.used + 1);
    }
}
