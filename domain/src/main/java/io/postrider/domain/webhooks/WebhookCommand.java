package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Edit;
import io.postrider.domain.webhooks.WebhookEndpoint.SigningKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The commands on a webhook endpoint. */
public sealed interface WebhookCommand {

    /** The workspace that asks; an endpoint of another one is as good as unknown. */
    String workspace();

    /** Creates a webhook endpoint. */
    record CreateWebhook(WebhookEndpoint endpoint) implements WebhookCommand {
        @Override
        public String workspace() {
            return endpoint.workspace();
        }
    }

    /** Changes some fields of a webhook endpoint. */
    record UpdateWebhook(String workspace, WebhookPatch patch) implements WebhookCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(
                    patch.url(),
                    patch.description(),
                    patch.eventTypes(),
                    patch.filter(),
                    patch.transform(),
                    patch.options().headers(),
                    patch.options().externalId(),
                    patch.options().tags(),
                    patch.metadata());
        }
    }

    /** Enables an endpoint, which resumes its deliveries. */
    record EnableWebhook(String workspace) implements WebhookCommand {}

    /** Disables an endpoint, which holds its deliveries until it is enabled again. */
    record DisableWebhook(String workspace, String reason) implements WebhookCommand {}

    /** Reports that the deliveries of an endpoint fail. */
    record ReportWebhookFailing(String workspace, WebhookFailures failures)
            implements WebhookCommand {}

    /** Reports that a failing endpoint accepted a delivery at a time. */
    record ReportWebhookRecovered(String workspace, Instant at) implements WebhookCommand {}

    /**
     * Disables an endpoint that accepted no delivery for too long.
     *
     * @param failedSince the time since which all attempts failed; an endpoint that was changed after it is not disabled
     */
    record DisableUnsuccessfulWebhook(String workspace, Instant failedSince)
            implements WebhookCommand {}

    /**
     * Rotates the signing secret of a webhook endpoint.
     *
     * @param ciphertext the new secret under the workspace's data key
     * @param key the new key pair
     * @param oldUntil the end of the time in which the present secret signs too
     */
    record RotateWebhookSecret(
            String workspace, String ciphertext, @Nullable SigningKey key, Instant oldUntil)
            implements WebhookCommand {

        /** A rotation without a key pair. */
        public RotateWebhookSecret(String workspace, String ciphertext, Instant oldUntil) {
            this(workspace, ciphertext, null, oldUntil);
        }
    }

    /** Deletes a webhook endpoint. */
    record DeleteWebhook(String workspace) implements WebhookCommand {}
}
