package io.postrider.api.automation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import io.postrider.domain.automation.Endpoint;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many of the requests that an endpoint turns away are listed, since anyone may send them: 100 in an hour. The rest is
 * counted.
 */
final class TurnedAway {

    static final int LISTED_MAX = 100;

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int ENDPOINTS_MAX = 10_000;

    private final Cache<String, Hour> hours;
    private final ObjIntConsumer<Endpoint> unlisted;

    /** @param unlisted is told at the end of an hour how many requests were not listed, if any */
    TurnedAway(Ticker ticker, ObjIntConsumer<Endpoint> unlisted) {
        this.unlisted = unlisted;
        this.hours =
                Caffeine.newBuilder()
                        .maximumSize(ENDPOINTS_MAX)
                        .expireAfterWrite(HOUR)
                        .ticker(ticker)
                        .scheduler(Scheduler.systemScheduler())
                        .executor(Runnable::run)
                        .removalListener(
                                (@Nullable String _, @Nullable Hour hour, RemovalCause _) ->
                                        ended(hour))
                        .build();
    }

    private record Hour(Endpoint endpoint, AtomicInteger count) {}

    /** Whether one more request is listed. */
    boolean isListed(Endpoint endpoint) {
        return hours.get(endpoint.id(), _ -> new Hour(endpoint, new AtomicInteger()))
                        .count()
                        .incrementAndGet()
                <= LISTED_MAX;
    }

    private void ended(@Nullable Hour hour) {
        if (hour != null && hour.count().get() > LISTED_MAX) {
            unlisted.accept(hour.endpoint(), hour.count().get() - LISTED_MAX);
        }
    }
}
