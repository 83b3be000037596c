package io.postrider.projections.webhooks;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.Failing;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The health of webhooks, as lists and details show it. */
public final class WebhookHealthReads {

    private static final int HOURS = (int) Duration.ofDays(1).toHours();

    private final ProjectionStore store;
    private final InstantSource clock;

    public WebhookHealthReads(ProjectionStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Adds the health of the last 24 hours to a webhook. */
    public void add(WebhookEndpoint endpoint, ObjectNode webhook) {
        AttemptCounts counts = lastDay(endpoint);
        byte[] known = store.get(EndpointStatus.key(endpoint.workspace(), endpoint.id()));
        EndpointStatus status = known == null ? EndpointStatus.NONE : EndpointStatus.of(known);
        Failing failing = endpoint.failing();
        ObjectNode health = webhook.putObject("health");
        health.put("state", state(endpoint, counts));
        WebhookStatsQueries.addRates(health, counts);
        health.put("last_success_at", time(status.successAt()));
        health.put("last_error", status.failedAt() > status.successAt() ? status.error() : null);
        health.put("since", time(status.since()));
        health.put("disables_at", failing == null ? null : Json.time(failing.disablesAt()));
    }

    private static String state(WebhookEndpoint endpoint, AttemptCounts counts) {
        if (!endpoint.enabled()) {
            return "disabled";
        }
        if (endpoint.failing() != null) {
            return "failing";
        }
        return counts.attempts() == 0 ? "idle" : "healthy";
    }

    private AttemptCounts lastDay(WebhookEndpoint endpoint) {
        AttemptCounts sum = new AttemptCounts();
        long now = AttemptStatistics.hour(clock.instant());
        for (long hour = now - HOURS + 1; hour <= now; hour++) {
            byte[] row =
                    store.get(
                            AttemptStatistics.group(
                                    endpoint.workspace(), GroupBy.ENDPOINT, hour, endpoint.id()));
            if (row != null) {
                sum.add(CountedGroup.of(row).counts());
            }
        }
        return sum;
    }

    private static @Nullable String time(long millis) {
        return millis == 0 ? null : Json.time(Instant.ofEpochMilli(millis));
    }
}
