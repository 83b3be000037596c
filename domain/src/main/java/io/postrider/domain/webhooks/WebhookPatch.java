package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of an endpoint: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields in snake case, as in the public interface; entries of the metadata one by one, see
 *     {@link Metadata}
 * @param url the URL, as ciphertext in a command
 * @param options the other settings; their headers are ciphertext in a command, and a listed one without a value is removed
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
        WebhookOptions options,
        @Nullable Boolean enabled,
        Map<String, String> metadata) {

    private static final List<String> REPLACED =
            Stream.concat(
                            Stream.of(
                                    "url",
                                    "description",
                                    "event_types",
                                    "filter",
                                    "transform",
                                    "metadata"),
                            WebhookOptions.FIELDS.stream())
                    .toList();

    public WebhookPatch {
        changed = List.copyOf(changed);
        eventTypes = List.copyOf(eventTypes);
        readScopes = List.copyOf(readScopes);
        metadata = Map.copyOf(metadata);
    }

    /** The same patch with a sealed URL and sealed headers. */
    public WebhookPatch sealed(@Nullable String sealedUrl, WebhookOptions sealedOptions) {
        return with(sealedUrl, sealedOptions, readScopes, savedBy);
    }

    /** The same patch, saved by a key or user with these scopes. */
    public WebhookPatch savedBy(String id, List<String> scopes) {
        return with(url, options, scopes, id);
    }

    /**
     * The same patch for all fields of a webhook with an external id: those that are not given are cleared, except whether it is
     * enabled.
     */
    public WebhookPatch replacing(String externalId) {
        List<String> all = new ArrayList<>(REPLACED);
        if (enabled != null) {
            all.add("enabled");
        }
        return new WebhookPatch(
                all,
                url,
                description,
                eventTypes,
                readScopes,
                savedBy,
                filter,
                transform,
                options.named(externalId),
                enabled,
                metadata);
    }

    private WebhookPatch with(
            @Nullable String otherUrl,
            WebhookOptions otherOptions,
            List<String> otherScopes,
            @Nullable String by) {
        return new WebhookPatch(
                changed,
                otherUrl,
                description,
                eventTypes,
                otherScopes,
                by,
                filter,
                transform,
                otherOptions,
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
                endpoint.options().patched(changed, options),
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
