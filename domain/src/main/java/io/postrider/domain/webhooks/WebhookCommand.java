package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Edit;
import java.time.Instant;

/** What can be asked of a webhook endpoint. */
public sealed interface WebhookCommand {

    /** The workspace that asks; an endpoint of another one is as good as unknown. */
    String workspace();

    /** Begin to tell a receiver of events. */
    record CreateWebhook(WebhookEndpoint endpoint) implements WebhookCommand {
        @Override
        public String workspace() {
            return endpoint.workspace();
        }
    }

    /** Change some of an endpoint's fields. */
    record UpdateWebhook(String workspace, WebhookPatch patch) implements WebhookCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(
                    patch.url(),
                    patch.description(),
                    patch.eventTypes(),
                    patch.filter(),
                    patch.transform(),
                    patch.metadata());
        }
    }

    /** Resume deliveries. */
    record EnableWebhook(String workspace) implements WebhookCommand {}

    /** Hold deliveries until the endpoint is enabled again. */
    record DisableWebhook(String workspace, String reason) implements WebhookCommand {}

    /**
     * Sign with another secret.
     *
     * @param ciphertext the new secret under the workspace's data key
     * @param oldUntil until when the present secret signs too
     */
    record RotateWebhookSecret(String workspace, String ciphertext, Instant oldUntil)
            implements WebhookCommand {}

    /** Stop telling a receiver, for ever. */
    record DeleteWebhook(String workspace) implements WebhookCommand {}
}
