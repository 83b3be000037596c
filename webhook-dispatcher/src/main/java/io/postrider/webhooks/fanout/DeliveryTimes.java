package io.postrider.webhooks.fanout;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookOrdering;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The times at which deliveries are created. Those of an ordered webhook differ, since the queue is in their order, in
 * milliseconds.
 */
final class DeliveryTimes {

    /** Times of the past are forgotten beyond so many webhooks. */
    private static final int ENDPOINTS_MAX = 10_000;

    private final InstantSource clock;
    private final Map<String, Long> latest = new ConcurrentHashMap<>();

    DeliveryTimes(InstantSource clock) {
        this.clock = clock;
    }

    /** Shows how many webhooks have a time. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "ordered_webhooks", latest::size, ENDPOINTS_MAX);
    }

    Instant next(WebhookEndpoint endpoint) {
        Instant now = clock.instant();
        if (endpoint.options().ordering() == WebhookOrdering.NONE) {
            return now;
        }
        if (latest.size() > ENDPOINTS_MAX) {
            latest.values().removeIf(time -> time < now.toEpochMilli());
        }
        return Instant.ofEpochMilli(
                latest.merge(
                        endpoint.id(),
                        now.toEpochMilli(),
                        (before, present) -> Math.max(before + 1, present)));
    }
}
