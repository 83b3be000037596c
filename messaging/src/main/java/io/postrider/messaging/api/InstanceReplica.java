package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceEvent;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.web.resource.ResourceReplica;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All instances in memory, by workspace and by the token of their callback address. */
public final class InstanceReplica extends ResourceReplica<Instance> {

    private final Map<String, Instance> byToken = new ConcurrentHashMap<>();

    /** @param held counts the bytes of the instances for their workspaces */
    public InstanceReplica(HeldBytes held) {
        super(InstanceEvent.class, held);
    }

    @Override
    protected void applied(ResourceEvent<Instance> change) {
        Instance instance = change.resource();
        if (change.deletes()) {
            byToken.remove(instance.token());
        } else {
            byToken.put(instance.token(), instance);
        }
    }

    /** The instance with a token. */
    Optional<Instance> withToken(String token) {
        return Optional.ofNullable(byToken.get(token));
    }
}
