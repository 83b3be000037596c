package io.postrider.messaging.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceEvent;
import io.postrider.schemas.EventRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The instances of the installation, as far as this node has read them. */
final class InstanceDirectory {

    private final Map<String, Known> byId = new ConcurrentHashMap<>();

    private record Known(Instance instance, long version, boolean deleted) {}

    /** Applies an event. An event that is older than the directory changes nothing. */
    void apply(EventRecord event) {
        if (event.payload() instanceof InstanceEvent change) {
            Known now = new Known(change.instance(), event.header().sequence(), change.deletes());
            byId.merge(
                    change.instance().id(),
                    now,
                    (before, after) -> before.version() >= after.version() ? before : after);
        }
    }

    /** The instance with an id; empty if it does not exist, or not yet. */
    Optional<Instance> find(String id) {
        return Optional.ofNullable(byId.get(id))
                .filter(known -> !known.deleted())
                .map(Known::instance);
    }

    boolean isDeleted(String id) {
        Known known = byId.get(id);
        return known != null && known.deleted();
    }

    /** The instance of the sandbox with a setting of this value. */
    Optional<Instance> inSandbox(String setting, String value) {
        return all().stream()
                .filter(Instance::isSandbox)
                .filter(instance -> value.equals(instance.config().get(setting)))
                .findFirst();
    }

    List<Instance> all() {
        return byId.values().stream()
                .filter(known -> !known.deleted())
                .map(Known::instance)
                .toList();
    }
}
