package io.postrider.api.webhooks;

import io.postrider.api.http.Problem;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.schemas.EventRecord;
import java.util.HashMap;
import java.util.Map;

/**
 * The ids of all webhooks by workspace, in memory, so that a workspace has a bound: the dispatcher keeps all webhooks in memory,
 * and delivers each event to every one that wants it. Each node counts its own creations at once and those of other nodes when
 * it reads them, so N nodes accept at most N times the bound.
 */
public final class WebhookTable {

    /** The versions of webhooks by workspace and id; 0 while the creation is under way on this node. */
    private final Map<String, Map<String, Long>> byWorkspace = new HashMap<>();

    /**
     * Counts a webhook that is about to be made, so that requests under way at the same time do not exceed the bound.
     *
     * @return whether the workspace has room for it; a webhook that is known already has it
     */
    synchronized boolean reserve(String workspace, String id, int max) {
        Map<String, Long> known = byWorkspace.computeIfAbsent(workspace, _ -> new HashMap<>());
        if (known.containsKey(id)) {
            return true;
        }
        if (known.size() >= max) {
            return false;
        }
        known.put(id, 0L);
        return true;
    }

    /** Stops counting a webhook that was not made; one that was made goes on to count. */
    synchronized void release(String workspace, String id) {
        byWorkspace.getOrDefault(workspace, new HashMap<>()).remove(id, 0L);
    }

    /** Lets a decided event hold here at once; one that is older than what is known changes nothing. */
    public synchronized void apply(EventRecord event) {
        if (event.payload() instanceof WebhookEvent change) {
            WebhookEndpoint endpoint = change.endpoint();
            Map<String, Long> known =
                    byWorkspace.computeIfAbsent(endpoint.workspace(), _ -> new HashMap<>());
            if (change instanceof WebhookDeleted) {
                known.remove(endpoint.id());
            } else {
                known.merge(endpoint.id(), event.header().sequence(), Math::max);
            }
        }
    }

    static Problem full(int max) {
        return Problem.of(
                409, "too_many_webhooks", "A workspace has at most " + max + " webhooks.");
    }
}
