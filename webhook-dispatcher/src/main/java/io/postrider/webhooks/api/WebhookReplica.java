package io.postrider.webhooks.api;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.platform.limits.Footprint;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.ResourceLimit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All webhooks by workspace, in memory, so that a workspace has a bound: the dispatcher keeps all webhooks in memory,
 * and delivers each event to every one that wants it. Each node counts its own creations at once and those of other nodes when
 * it reads them, so N nodes accept at most N times the bound.
 */
public final class WebhookReplica {

    /** What the dispatcher may remember of former event types and filters, beside the webhook itself. */
    private static final long FORMER_WISHES_BYTES = 32 << 10;

    private static final Counted UNDER_WAY = new Counted(0, 0, null);

    private final Map<String, Map<String, Counted>> byWorkspace = new HashMap<>();
    private final HeldBytes held;

    /** @param version of the aggregate; 0 while the creation is under way on this node */
    private record Counted(long version, long bytes, @Nullable WebhookEndpoint endpoint) {}

    /** @param held what the dispatcher keeps of the webhooks is counted there */
    public WebhookReplica(HeldBytes held) {
        this.held = held;
    }

    /**
     * Counts a webhook that is about to be made, so that requests under way at the same time do not exceed the bound.
     *
     * @return whether the workspace has room for it; a webhook that is known already has it
     */
    synchronized boolean reserve(String workspace, String id, int max) {
        Map<String, Counted> known = byWorkspace.computeIfAbsent(workspace, _ -> new HashMap<>());
        if (known.containsKey(id)) {
            return true;
        }
        if (known.size() >= max) {
            return false;
        }
        known.put(id, UNDER_WAY);
        return true;
    }

    /** Stops counting a webhook that was not made; one that was made goes on to count. */
    synchronized void release(String workspace, String id) {
        byWorkspace.getOrDefault(workspace, new HashMap<>()).remove(id, UNDER_WAY);
    }

    /** Lets a decided event hold here at once; one that is older than what is known changes nothing. */
    public synchronized void apply(EventRecord event) {
        if (event.payload() instanceof WebhookEvent change) {
            WebhookEndpoint endpoint = change.endpoint();
            Map<String, Counted> known =
                    byWorkspace.computeIfAbsent(endpoint.workspace(), _ -> new HashMap<>());
            Counted before = known.getOrDefault(endpoint.id(), UNDER_WAY);
            Counted now =
                    new Counted(
                            event.header().sequence(),
                            Footprint.of(endpoint) + FORMER_WISHES_BYTES,
                            endpoint);
            if (change instanceof WebhookDeleted) {
                known.remove(endpoint.id());
                held.add(endpoint.workspace(), -before.bytes());
            } else if (now.version() > before.version()) {
                known.put(endpoint.id(), now);
                held.add(endpoint.workspace(), now.bytes() - before.bytes());
            }
        }
    }

    /** A webhook as far as this node knows it. */
    synchronized Optional<WebhookEndpoint> find(String workspace, String id) {
        return Optional.ofNullable(
                byWorkspace
                        .getOrDefault(workspace, Map.of())
                        .getOrDefault(id, UNDER_WAY)
                        .endpoint());
    }

    /** The webhooks of a workspace, in the order of their creation. */
    synchronized List<WebhookEndpoint> ofWorkspace(String workspace) {
        return byWorkspace.getOrDefault(workspace, Map.of()).values().stream()
                .map(Counted::endpoint)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(WebhookEndpoint::createdAt))
                .toList();
    }

    /** The ids of the webhooks that a key saved last, in a stable order. */
    public synchronized List<String> savedBy(String workspace, String key) {
        return ofWorkspace(workspace).stream()
                .filter(endpoint -> key.equals(endpoint.savedBy()))
                .map(WebhookEndpoint::id)
                .sorted()
                .toList();
    }

    /** The scopes with which it receives events of its types. */
    List<String> receivingScopes(String workspace, String id) {
        return find(workspace, id).stream()
                .flatMap(known ->
                        known.eventTypes().stream()
                                .flatMap(type -> ReadScopes.ofPattern(type).stream())
                                .filter(known.readScopes()::contains))
                .distinct()
                .toList();
    }

    /** The bound of a workspace that may have as many. */
    ResourceLimit bound(int max) {
        return new ResourceLimit() {
            @Override
            public Optional<Problem> refuse(String workspace, String id) {
                return reserve(workspace, id, max)
                        ? Optional.empty()
                        : Optional.of(
                                Problem.of(
                                        409,
                                        "too_many_webhooks",
                                        "The workspace has reached its limit of "
                                                + max
                                                + " webhooks."));
            }

            @Override
            public void release(String workspace, String id) {
                WebhookReplica.this.release(workspace, id);
            }
        };
    }
}
