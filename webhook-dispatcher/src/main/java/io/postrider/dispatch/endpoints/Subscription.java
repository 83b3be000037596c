package io.postrider.dispatch.endpoints;

import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.domain.webhooks.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * An endpoint, and what it has wanted since when. An event is for it if it was wanted when it was accepted: whoever
 * narrows an endpoint is still told of what was accepted before, however late that is read.
 *
 * @param wishes oldest first; the last one is what the endpoint wants at present
 */
public record Subscription(WebhookEndpoint endpoint, List<Wish> wishes) {

    /** Former wishes that are remembered; more changes within the time that reading takes are not to be expected. */
    private static final int WISHES_MAX = 20;

    /** Types that are remembered of former wishes, all together; the newest former wish always is. */
    private static final int FORMER_TYPES_MAX = 100;

    /**
     * How far the clocks of two brokers may differ before an endpoint misses an event of a new wish's first moments; clicks have
     * the times of the nodes that redirected.
     */
    private static final Duration CLOCK_SKEW_MAX = Duration.ofSeconds(10);

    public Subscription {
        wishes = List.copyOf(wishes);
    }

    /** Types and groups of events that were wanted from a time on. */
    public record Wish(List<String> eventTypes, Instant since) {
        public Wish {
            eventTypes = List.copyOf(eventTypes);
        }

        private boolean holds(String type) {
            return EventTypePattern.anyMatches(eventTypes, type);
        }
    }

    /** An endpoint that has never wanted anything else. */
    public static Subscription of(WebhookEndpoint endpoint) {
        return new Subscription(
                endpoint, List.of(new Wish(endpoint.eventTypes(), endpoint.createdAt())));
    }

    /** The subscription after a change of the endpoint. */
    Subscription changed(WebhookEndpoint now) {
        if (wishes.getLast().eventTypes().equals(now.eventTypes())) {
            return new Subscription(now, wishes);
        }
        List<Wish> all = new ArrayList<>(wishes);
        all.add(new Wish(now.eventTypes(), now.updatedAt()));
        return new Subscription(now, all.subList(oldestKept(all), all.size()));
    }

    private static int oldestKept(List<Wish> all) {
        int oldest = all.size() - 2;
        int types = all.get(oldest).eventTypes().size();
        while (oldest > 0
                && all.size() - oldest < WISHES_MAX
                && types + all.get(oldest - 1).eventTypes().size() <= FORMER_TYPES_MAX) {
            oldest--;
            types += all.get(oldest).eventTypes().size();
        }
        return oldest;
    }

    /** Whether an event of this type can be for the endpoint, whenever it was accepted. */
    public boolean mayWant(String type) {
        return wishes.stream().anyMatch(wish -> wish.holds(type));
    }

    /** Whether an event of this type that was accepted at this time is for the endpoint. */
    public boolean wanted(String type, Instant at) {
        for (int i = 0; i < wishes.size(); i++) {
            Wish wish = wishes.get(i);
            boolean over = i + 1 < wishes.size() && at.isAfter(wishes.get(i + 1).since());
            boolean begun = !at.isBefore(wish.since().minus(CLOCK_SKEW_MAX));
            if (begun && !over && wish.holds(type)) {
                return true;
            }
        }
        return false;
    }
}
