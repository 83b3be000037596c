package io.postrider.automation.publishing;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointEvent;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.web.resource.ResourceReplica;

/** All publishing endpoints in memory. */
public final class InboundEndpoints extends ResourceReplica<Endpoint> {

    /** @param held counts the bytes of the endpoints for their workspaces */
    public InboundEndpoints(HeldBytes held) {
        super(EndpointEvent.class, held);
    }
}
