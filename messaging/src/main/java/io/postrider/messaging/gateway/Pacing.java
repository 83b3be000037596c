package io.postrider.messaging.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.SendLimits;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import java.time.Duration;

/** The limits of the Cloud API for one number, applied before it would reject calls. A sandbox has none. */
final class Pacing {

    private static final int RECIPIENTS_MAX = 100_000;
    private static final Duration REMEMBERED = Duration.ofHours(1);

    /**
     * When all turns that an instance and a contact have used are given back, by six seconds each. One that is forgotten leaves it
     * to the provider to refuse.
     */
    private final Cache<String, Long> usedUntil =
            Caffeine.newBuilder()
                    .maximumSize(RECIPIENTS_MAX)
                    .expireAfterWrite(REMEMBERED)
                    .executor(Runnable::run)
                    .build();

    /** Shows how many recipients have used turns. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "paced_recipients", usedUntil::estimatedSize, RECIPIENTS_MAX);
    }

    /** The calls of a number that may start in one second. */
    int perSecond(Instance instance) {
        return instance.isSandbox() ? Integer.MAX_VALUE : SendLimits.PER_SECOND;
    }

    /** The next turn of a message to a contact; each message takes one of 45, and gets it back after six seconds. */
    long turn(Instance instance, String contact, long nowMillis) {
        if (instance.isSandbox()) {
            return nowMillis;
        }
        long until =
                usedUntil
                        .asMap()
                        .compute(
                                instance.id() + contact,
                                (_, used) ->
                                        SendLimits.usedUntil(used == null ? 0 : used, nowMillis));
        return SendLimits.turn(until, nowMillis);
    }
}
