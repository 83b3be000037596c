package io.postrider.redirects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.web.server.ClientNetwork;
import java.time.Duration;

/** Limits the unknown slugs that one network may request in a minute, so that slugs cannot be guessed. */
final class NotFoundLimiter {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int ADDRESSES_MAX = 100_000;

    private final int missesMax;
    private final Cache<Long, Window> windows =
            Caffeine.newBuilder()
                    .maximumSize(ADDRESSES_MAX)
                    .expireAfterWrite(WINDOW)
                    .executor(Runnable::run)
                    .build();
    private volatile long exhaustedUntil;

    private record Window(long ends, int misses) {}

    /** @param missesMax in a minute; 0 for no limit */
    NotFoundLimiter(int missesMax) {
        this.missesMax = missesMax;
    }

    /** Shows how many networks have asked for unknown slugs. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "unknown_slug_networks", windows::estimatedSize, ADDRESSES_MAX);
    }

    /** Seconds until the address may ask again; 0 if it may now. */
    long secondsToWait(byte[] address, long now) {
        // Looked up only while any network is over the limit: the usual case costs one comparison.
        if (now >= exhaustedUntil) {
            return 0;
        }
        Window window = windows.getIfPresent(ClientNetwork.of(address));
        return window == null || window.misses() < missesMax || now >= window.ends()
                ? 0
                : Math.ceilDiv(window.ends() - now, 1_000);
    }

    void spend(byte[] address, long now) {
        if (missesMax == 0) {
            return;
        }
        Window window =
                windows.asMap().merge(ClientNetwork.of(address), first(now), (w, f) -> next(w, f));
        if (window.misses() >= missesMax) {
            exhaustedUntil = Math.max(exhaustedUntil, window.ends());
        }
    }

    private static Window first(long now) {
        return new Window(now + WINDOW.toMillis(), 1);
    }

    private static Window next(Window window, Window first) {
        boolean over = first.ends() - WINDOW.toMillis() >= window.ends();
        return over ? first : new Window(window.ends(), window.misses() + 1);
    }
}
