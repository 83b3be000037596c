package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of an endpoint: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields in snake case, as in the public interface; entries of the metadata one by one, see
 *     {@link Metadata}
 * @param url the URL, as ciphertext in a command
 * @param readScopes the scopes of the caller who saves; they are always applied
 * @param savedBy the id of the key or user that saves
 */
public record WebhookPatch(
        List<String> changed,
        @Nullable String url,
        @Nullable String description,
        List<String> eventTypes,
        List<String> readScopes,
        @Nullable String savedBy,
        @Nullable String filter,
        @Nullable String transform,
        @Nullable Boolean enabled,
        Map<String, String> metadata) {

    public WebhookPatch {
        changed = List.copyOf(changed);
        eventTypes = List.copyOf(eventTypes);
        readScopes = List.copyOf(readScopes);
        metadata = Map.copyOf(metadata);
    }

    /** The same patch with another URL. */
    public WebhookPatch withUrl(String sealed) {
        return with(sealed, readScopes, savedBy);
    }

    /** The same patch, saved by a key or user with these scopes. */
    public WebhookPatch savedBy(String id, List<String> scopes) {
        return with(url, scopes, id);
    }

    private WebhookPatch with(
            @Nullable String otherUrl, List<String> otherScopes, @Nullable String by) {
        return new WebhookPatch(
                changed,
                otherUrl,
                description,
                eventTypes,
                otherScopes,
                by,
                filter,
                transform,
                enabled,
                metadata);
    }

    /** The endpoint as it would be; of a blank one, a new endpoint. */
    public WebhookEndpoint applyTo(WebhookEndpoint endpoint, Instant at) {
        boolean enabledNow = (enabled != null && has("enabled")) ? enabled : endpoint.enabled();
        return new WebhookEndpoint(
                endpoint.id(),
                endpoint.workspace(),
                (url != null && has("url")) ? url : endpoint.url(),
                has("description") ? description : endpoint.description(),
                has("event_types") ? eventTypes : endpoint.eventTypes(),
                readScopes,
                savedBy,
                has("filter") ? filter : endpoint.filter(),
                has("transform") ? transform : endpoint.transform(),
                enabledNow,
                reason(endpoint, enabledNow),
                endpoint.secrets(),
                Metadata.patched(endpoint.metadata(), changed, metadata),
                endpoint.createdAt(),
                at,
                enabledNow == endpoint.enabled() ? endpoint.failing() : null);
    }

    private static @Nullable String reason(WebhookEndpoint endpoint, boolean enabledNow) {
        if (enabledNow) {
            return null;
        }
        return endpoint.enabled() ? "by_caller" : endpoint.disabledReason();
    }

    private boolean has(String field) {
        return changed.contains(field);
    }
}
