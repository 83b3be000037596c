package io.postrider.webhooks.endpoints;

import io.postrider.domain.webhooks.WebhookEndpoint;
import java.util.List;
import java.util.Optional;

/** The endpoints that the dispatcher knows at present. */
public interface Endpoints {

    /** An endpoint by id, enabled or not; empty if there is none or it was deleted. */
    Optional<WebhookEndpoint> byId(String id);

    /** All endpoints of a workspace, enabled or not, and what they want. */
    List<Subscription> ofWorkspace(String workspace);
}
