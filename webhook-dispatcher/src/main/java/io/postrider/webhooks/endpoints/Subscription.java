package io.postrider.webhooks.endpoints;

import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.catalogue.scopes.EventReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint with the history of its event filters. An event is delivered if it matched when it was accepted: after an
 * endpoint is narrowed it still receives events accepted before, however late they are read.
 *
 * @param wishes oldest first; the last one is what the endpoint wants at present
 */
public record Subscription(WebhookEndpoint endpoint, List<Wish> wishes) {

    /** Former wishes that are remembered; more changes within the time that reading takes are not to be expected. */
    private static final int WISHES_MAX = 20;

    /** Types that are remembered of former wishes, all together, and filters as so many; the newest former wish always is. */
    private static final int FORMER_TYPES_MAX = 100;

    /** As long as a type can be. */
    private static final int TYPE_CHARS = 100;

    /**
     * How far the clocks of two brokers may differ before an endpoint misses an event of a new wish's first moments; clicks have
     * the times of the nodes that redirected.
     */
    private static final Duration CLOCK_SKEW_MAX = Duration.ofSeconds(10);

    public Subscription {
        wishes = List.copyOf(wishes);
    }

    /**
     * Types and groups of events that were wanted from a time on.
     *
     * @param filter a CEL condition on them; null for none
     */
    public record Wish(List<String> eventTypes, @Nullable String filter, Instant since) {
        public Wish {
            eventTypes = List.copyOf(eventTypes);
        }

        private static Wish of(WebhookEndpoint endpoint, Instant since) {
            return new Wish(endpoint.eventTypes(), endpoint.filter(), since);
        }

        private boolean isOf(WebhookEndpoint endpoint) {
            return equals(of(endpoint, since));
        }

        /** What it takes to remember it, in types. */
        int size() {
            int chars = filter == null ? 0 : filter.length();
            return eventTypes.size() + Math.ceilDiv(chars, TYPE_CHARS);
        }

        private boolean holds(String type) {
            return EventTypePattern.anyMatches(eventTypes, type);
        }
    }

    /** An endpoint that has never wanted anything else. */
    public static Subscription of(WebhookEndpoint endpoint) {
        return new Subscription(endpoint, List.of(Wish.of(endpoint, endpoint.createdAt())));
    }

    /** The subscription after a change of the endpoint. */
    Subscription changed(WebhookEndpoint now) {
        if (wishes.getLast().isOf(now)) {
            return new Subscription(now, wishes);
        }
        List<Wish> all = new ArrayList<>(wishes);
        all.add(Wish.of(now, now.updatedAt()));
        return new Subscription(now, all.subList(oldestKept(all), all.size()));
    }

    private static int oldestKept(List<Wish> all) {
        int oldest = all.size() - 2;
        int types = all.get(oldest).size();
        while (oldest > 0
                && all.size() - oldest < WISHES_MAX
                && types + all.get(oldest - 1).size() <= FORMER_TYPES_MAX) {
            oldest--;
            types += all.get(oldest).size();
        }
        return oldest;
    }

    /** Which events those may read who saved the endpoint last. */
    public EventReader reader() {
        return new EventReader(endpoint.readScopes(), List.of());
    }

    /** Whether an event of this type can be for the endpoint, whenever it was accepted. */
    public boolean mayWant(String type) {
        return reader().mayRead(type) && names(type);
    }

    /** Whether a wish names this type. */
    public boolean names(String type) {
        return wishes.stream().anyMatch(wish -> wish.holds(type));
    }

    /**
     * The wishes that an event of this type that was accepted at this time falls under. It is for the endpoint if the filter
     * of one of them holds.
     */
    public List<Wish> wishesFor(String type, Instant at) {
        List<Wish> found = new ArrayList<>();
        if (!reader().mayRead(type)) {
            return found;
        }
        for (int i = 0; i < wishes.size(); i++) {
            Wish wish = wishes.get(i);
            boolean over = i + 1 < wishes.size() && at.isAfter(wishes.get(i + 1).since());
            boolean begun = !at.isBefore(wish.since().minus(CLOCK_SKEW_MAX));
            if (begun && !over && wish.holds(type)) {
                found.add(wish);
            }
        }
        return found;
    }
}
