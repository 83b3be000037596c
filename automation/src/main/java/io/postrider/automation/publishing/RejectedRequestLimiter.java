package io.postrider.automation.publishing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import io.postrider.domain.automation.Endpoint;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many of the requests that an endpoint turns away are listed: 100 in an hour of those that have a proof, and as many of
 * the others, which anyone may send. The rest is counted.
 */
final class RejectedRequestLimiter {

    static final int LISTED_MAX = 100;

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int ENDPOINTS_MAX = 10_000;

    private final Cache<String, Hour> proved;
    private final Cache<String, Hour> unproved;

    RejectedRequestLimiter(Ticker ticker, Unlisted unlisted) {
        proved =
                hours(
                        Caffeine.newBuilder(),
                        ticker,
                        (endpoint, count) -> unlisted.tell(endpoint, true, count));
        unproved =
                hours(
                        Caffeine.newBuilder(),
                        ticker,
                        (endpoint, count) -> unlisted.tell(endpoint, false, count));
    }

    /** Called at the end of an hour with the number of unlisted requests, if any. */
    @FunctionalInterface
    interface Unlisted {
        void tell(Endpoint endpoint, boolean proved, int count);
    }

    /** Shows how many endpoints have rejected requests. */
    void show(Bounds bounds) {
        bounds.show(
                Kind.CACHE,
                "endpoints_with_proved_rejections",
                proved::estimatedSize,
                ENDPOINTS_MAX);
        bounds.show(
                Kind.CACHE,
                "endpoints_with_unproved_rejections",
                unproved::estimatedSize,
                ENDPOINTS_MAX);
    }

    private static Cache<String, Hour> hours(
            Caffeine<Object, Object> caches, Ticker ticker, ObjIntConsumer<Endpoint> unlisted) {
        return caches.maximumSize(ENDPOINTS_MAX)
                .expireAfterWrite(HOUR)
                .ticker(ticker)
                .scheduler(Scheduler.systemScheduler())
                .executor(Runnable::run)
                .removalListener((@Nullable String _, @Nullable Hour hour, RemovalCause _) ->
                        ended(hour, unlisted))
                .build();
    }

    private record Hour(Endpoint endpoint, AtomicInteger count) {}

    /** Whether one more request is listed. */
    boolean isListed(Endpoint endpoint, boolean isProved) {
        return (isProved ? proved : unproved)
                        .get(endpoint.id(), _ -> new Hour(endpoint, new AtomicInteger()))
                        .count()
                        .incrementAndGet()
                <= LISTED_MAX;
    }

    private static void ended(@Nullable Hour hour, ObjIntConsumer<Endpoint> unlisted) {
        if (hour != null && hour.count().get() > LISTED_MAX) {
            unlisted.accept(hour.endpoint(), hour.count().get() - LISTED_MAX);
        }
    }
}
