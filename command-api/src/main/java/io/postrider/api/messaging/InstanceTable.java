package io.postrider.api.messaging;

import io.postrider.api.auth.Footprint;
import io.postrider.api.auth.HeldBytes;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceEvent;
import io.postrider.schemas.EventRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All instances in memory, by workspace and by the token of their callback address. */
public final class InstanceTable {

    private final Map<String, Map<String, Known>> byWorkspace = new HashMap<>();
    private final Map<String, Instance> byToken = new HashMap<>();
    private final HeldBytes held;

    private record Known(Instance instance, long version, boolean deleted, long bytes) {}

    /** @param held counts the bytes of the instances for their workspaces */
    public InstanceTable(HeldBytes held) {
        this.held = held;
    }

    /** Applies an event. An event that is older than the table changes nothing. */
    public synchronized void apply(EventRecord event) {
        if (!(event.payload() instanceof InstanceEvent change)) {
            return;
        }
        Instance instance = change.instance();
        Map<String, Known> known =
                byWorkspace.computeIfAbsent(instance.workspace(), _ -> new HashMap<>());
        Known before = known.get(instance.id());
        long version = event.header().sequence();
        if (before != null && before.version() >= version) {
            return;
        }
        long bytes = Footprint.of(instance);
        known.put(instance.id(), new Known(instance, version, change.deletes(), bytes));
        held.add(instance.workspace(), bytes - (before == null ? 0 : before.bytes()));
        if (change.deletes()) {
            byToken.remove(instance.token());
        } else {
            byToken.put(instance.token(), instance);
        }
    }

    /** The instance with an id; empty if there is none in this workspace. */
    synchronized Optional<Instance> find(String workspace, String id) {
        return Optional.ofNullable(byWorkspace.getOrDefault(workspace, Map.of()).get(id))
                .filter(known -> !known.deleted())
                .map(Known::instance);
    }

    /** The instance with a token. */
    synchronized Optional<Instance> withToken(String token) {
        return Optional.ofNullable(byToken.get(token));
    }

    /** Whether a workspace has as many instances as it may. */
    synchronized boolean isFull(String workspace, int max) {
        return byWorkspace.getOrDefault(workspace, Map.of()).values().stream()
                        .filter(known -> !known.deleted())
                        .count()
                >= max;
    }
}
