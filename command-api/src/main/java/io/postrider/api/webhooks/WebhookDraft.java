package io.postrider.api.webhooks;

import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.webhooks.WebhookPatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a caller wants of a webhook endpoint, new or changed.
 *
 * @param changed the fields that are given
 * @param url in its canonical form
 * @param metadata entries without a value are to be removed
 */
record WebhookDraft(
        List<String> changed,
        Optional<String> url,
        Optional<String> description,
        List<String> eventTypes,
        Optional<Boolean> enabled,
        Map<String, Optional<String>> metadata) {

    WebhookDraft {
        changed = List.copyOf(changed);
        eventTypes = List.copyOf(eventTypes);
    }

    /** The change as the log takes it. */
    WebhookPatch patch() {
        return new WebhookPatch(
                changed,
                url.orElse(null),
                description.orElse(null),
                eventTypes,
                enabled.orElse(null),
                Metadata.values(metadata));
    }
}
