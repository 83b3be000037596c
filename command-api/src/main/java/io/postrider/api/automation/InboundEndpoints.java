package io.postrider.api.automation;

import io.postrider.api.auth.HeldBytes;
import io.postrider.api.auth.ResourceTable;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointEvent;

/** All publishing endpoints in memory. */
public final class InboundEndpoints extends ResourceTable<Endpoint> {

    /** @param held counts the bytes of the endpoints for their workspaces */
    public InboundEndpoints(HeldBytes held) {
        super(EndpointEvent.class, held);
    }
}
