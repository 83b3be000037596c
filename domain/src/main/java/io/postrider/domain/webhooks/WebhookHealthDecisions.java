package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Decision;
import io.postrider.domain.webhooks.WebhookEndpoint.Failing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookFailing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookRecovered;
import java.time.Instant;

/** Decides on reports of the dispatcher. A report may come twice, or from two nodes, and changes an endpoint once. */
final class WebhookHealthDecisions {

    static final String NO_SUCCESS = "no_success";

    private WebhookHealthDecisions() {}

    static Decision<WebhookEvent> failing(
            WebhookEndpoint endpoint, WebhookFailures failures, Instant at) {
        Failing known = endpoint.failing();
        if (!endpoint.enabled() || (known != null && known.progress() >= failures.progress())) {
            return Decision.unchanged();
        }
        Failing now =
                new Failing(
                        known == null ? at : known.since(),
                        failures.progress(),
                        failures.disablesAt());
        return Decision.accept(new WebhookFailing(endpoint.withFailing(now), failures));
    }

    static Decision<WebhookEvent> recovered(WebhookEndpoint endpoint, Instant success) {
        Failing known = endpoint.failing();
        // The success of an attempt that had begun before the report proves nothing.
        if (known == null || success.isBefore(known.since())) {
            return Decision.unchanged();
        }
        return Decision.accept(new WebhookRecovered(endpoint.withFailing(null), known.since()));
    }

    static Decision<WebhookEvent> disabled(
            WebhookEndpoint endpoint, Instant failedSince, Instant at) {
        return endpoint.enabled() && !endpoint.updatedAt().isAfter(failedSince)
                ? Decision.accept(new WebhookDisabled(endpoint.with(false, NO_SUCCESS, at)))
                : Decision.unchanged();
    }
}
