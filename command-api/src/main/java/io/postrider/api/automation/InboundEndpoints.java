package io.postrider.api.automation;

import io.postrider.api.auth.Footprint;
import io.postrider.api.auth.HeldBytes;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointEvent;
import io.postrider.schemas.EventRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All publishing endpoints in memory, by id. */
public final class InboundEndpoints {

    private final Map<String, Known> byId = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final HeldBytes held;

    private record Known(Endpoint endpoint, long version, boolean deleted, long bytes) {}

    /** @param held counts the bytes of the endpoints for their workspaces */
    public InboundEndpoints(HeldBytes held) {
        this.held = held;
    }

    /** Applies an event. An event that is older than the table changes nothing. */
    public synchronized void apply(EventRecord event) {
        if (!(event.payload() instanceof EndpointEvent change)) {
            return;
        }
        Endpoint endpoint = change.endpoint();
        Known before = byId.get(endpoint.id());
        long version = event.header().sequence();
        if (before != null && before.version() >= version) {
            return;
        }
        long bytes = change.deletes() ? 0 : Footprint.of(endpoint);
        byId.put(endpoint.id(), new Known(endpoint, version, change.deletes(), bytes));
        held.add(endpoint.workspace(), bytes - (before == null ? 0 : before.bytes()));
        boolean counted = before != null && !before.deleted();
        int more = (change.deletes() ? 0 : 1) - (counted ? 1 : 0);
        int _ = counts.merge(endpoint.workspace(), more, Integer::sum);
    }

    /** The endpoint with an id, in whatever workspace. */
    synchronized Optional<Endpoint> find(String id) {
        return Optional.ofNullable(byId.get(id))
                .filter(known -> !known.deleted())
                .map(Known::endpoint);
    }

    /** Whether a workspace has as many endpoints as it may. */
    synchronized boolean isFull(String workspace, int max) {
        return counts.getOrDefault(workspace, 0) >= max;
    }
}
