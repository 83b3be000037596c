package io.postrider.dispatch.endpoints;

import io.postrider.domain.webhooks.WebhookEndpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Endpoints that a test names. */
public final class KnownEndpoints implements Endpoints {

    private final Map<String, WebhookEndpoint> byId = new LinkedHashMap<>();

    /** Makes an endpoint known, or known otherwise. */
    public void put(WebhookEndpoint endpoint) {
        byId.put(endpoint.id(), endpoint);
    }

    public void clear() {
        byId.clear();
    }

    @Override
    public Optional<WebhookEndpoint> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public List<WebhookEndpoint> ofWorkspace(String workspace) {
        return byId.values().stream()
                .filter(endpoint -> endpoint.workspace().equals(workspace))
                .toList();
    }
}
