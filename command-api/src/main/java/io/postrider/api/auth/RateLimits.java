package io.postrider.api.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.api.http.RateLimitHeaders;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Counts the requests of each key in windows of a minute, on this node. */
final class RateLimits {

    private static final long WINDOW_MILLIS = Duration.ofMinutes(1).toMillis();
    private static final int KEYS_MAX = 100_000;

    private final InstantSource clock;
    private final Cache<String, Window> windows =
            Caffeine.newBuilder()
                    .maximumSize(KEYS_MAX)
                    .expireAfterAccess(Duration.ofMinutes(2))
                    .executor(Runnable::run)
                    .build();

    RateLimits(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * How a key stands after a request.
     *
     * @param allowed whether this request was within its limit
     * @param resetSeconds until the next window
     */
    record Standing(boolean allowed, long quota, long remaining, long resetSeconds) {}

    private record Window(long startMillis, long used) {}

    Standing take(String key, @Nullable Integer quota) {
        if (quota == null) {
            return new Standing(
                    true,
                    RateLimitHeaders.UNLIMITED,
                    RateLimitHeaders.UNLIMITED,
                    WINDOW_MILLIS / 1_000);
        }
        long now = clock.millis();
        Window window = windows.asMap().compute(key, (id, known) -> next(known, now));
        long reset = Math.ceilDiv(window.startMillis + WINDOW_MILLIS - now, 1_000L);
        return new Standing(
                window.used <= quota, quota, Math.max(0, quota - window.used), Math.max(1, reset));
    }

    private static Window next(@Nullable Window known, long now) {
        if (known == null || now >= known.startMillis + WINDOW_MILLIS || now < known.startMillis) {
            return new Window(now, 1);
        }
        return new Window(known.startMillis, known.used + 1);
    }
}
