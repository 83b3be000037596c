package io.postrider.api.events;

import io.postrider.domain.automation.OwnEventType;
import io.postrider.domain.automation.OwnEventTypeEvent;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.web.resource.ResourceReplica;

/** All own types of events in memory. */
public final class OwnEventTypes extends ResourceReplica<OwnEventType> {

    /** @param held counts the bytes of the types for their workspaces */
    public OwnEventTypes(HeldBytes held) {
        super(OwnEventTypeEvent.class, held);
    }
}
