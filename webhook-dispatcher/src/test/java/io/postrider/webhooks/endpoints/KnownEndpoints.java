package io.postrider.webhooks.endpoints;

import io.postrider.domain.webhooks.WebhookEndpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Endpoints that a test names. */
public final class KnownEndpoints implements Endpoints {

    private final Map<String, Subscription> byId = new LinkedHashMap<>();

    /** Makes an endpoint known, or known otherwise. */
    public void put(WebhookEndpoint endpoint) {
        byId.compute(
                endpoint.id(),
                (_, known) -> known == null ? Subscription.of(endpoint) : known.changed(endpoint));
    }

    public void clear() {
        byId.clear();
    }

    @Override
    public Optional<WebhookEndpoint> byId(String id) {
        return Optional.ofNullable(byId.get(id)).map(Subscription::endpoint);
    }

    @Override
    public List<Subscription> ofWorkspace(String workspace) {
        return byId.values().stream()
                .filter(each -> each.endpoint().workspace().equals(workspace))
                .toList();
    }
}
