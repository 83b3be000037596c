package io.postrider.web.resource;

import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.platform.limits.Footprint;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventRecord;
import io.postrider.web.problem.Problem;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All resources of one type in memory, each as its newest event left it.
 *
 * @param <T> the resource
 */
public class ResourceReplica<T extends Resource> {

    private final Class<? extends ResourceEvent<T>> events;
    private final Map<String, Known<T>> byId = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final HeldBytes held;

    private record Known<T>(T resource, long version, boolean deleted, long bytes) {}

    /** @param held counts the bytes of the resources for their workspaces */
    protected ResourceReplica(Class<? extends ResourceEvent<T>> events, HeldBytes held) {
        this.events = events;
        this.held = held;
    }

    /** Applies an event. An event that is older than the table changes nothing. */
    public final synchronized void apply(EventRecord event) {
        if (events.isInstance(event.payload())) {
            apply(events.cast(event.payload()), event.header().sequence());
        }
    }

    private void apply(ResourceEvent<T> change, long version) {
        T resource = change.resource();
        Known<T> before = byId.get(resource.id());
        if (before != null && before.version() >= version) {
            return;
        }
        long bytes = Footprint.of(resource);
        byId.put(resource.id(), new Known<>(resource, version, change.deletes(), bytes));
        held.add(resource.workspace(), bytes - (before == null ? 0 : before.bytes()));
        boolean counted = before != null && !before.deleted();
        int more = (change.deletes() ? 0 : 1) - (counted ? 1 : 0);
        int _ = counts.merge(resource.workspace(), more, Integer::sum);
        applied(change);
    }

    /** Called, one at a time, for each event that changed the replica. */
    protected void applied(ResourceEvent<T> change) {}

    /** The resource with an id, in any workspace. */
    public final synchronized Optional<T> find(String id) {
        return Optional.ofNullable(byId.get(id))
                .filter(known -> !known.deleted())
                .map(Known::resource);
    }

    /** The resource with an id; empty if it does not exist in this workspace. */
    public final Optional<T> find(String workspace, String id) {
        return find(id).filter(resource -> resource.workspace().equals(workspace));
    }

    /** The resources of a workspace, the oldest first. */
    public final synchronized List<T> of(String workspace) {
        return byId.values().stream()
                .filter(known -> !known.deleted())
                .map(Known::resource)
                .filter(resource -> resource.workspace().equals(workspace))
                .sorted(Comparator.comparing(Resource::createdAt).thenComparing(Resource::id))
                .toList();
    }

    /**
     * The limit of a workspace. A repeated request finds its resource and needs no room.
     *
     * @param full the problem at the limit
     */
    public final ResourceLimit bound(int max, Problem full) {
        return (workspace, id) ->
                find(workspace, id).isEmpty() && isFull(workspace, max)
                        ? Optional.of(full)
                        : Optional.empty();
    }

    private synchronized boolean isFull(String workspace, int max) {
        return counts.getOrDefault(workspace, 0) >= max;
    }
}
