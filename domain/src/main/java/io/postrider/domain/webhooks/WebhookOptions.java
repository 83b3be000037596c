package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a webhook that it can do without.
 *
 * @param headers additional headers of every request: names in lower case, values as ciphertext
 * @param destination a keyed hash of scheme, host and port of the URL, to which the headers are bound; null in records of former
 *     versions
 * @param externalId the caller's own id of the webhook, from which its id follows; null for none
 * @param tags words by which webhooks are found
 * @param format the format of the events
 * @param rateLimit attempts per second at most; null for any number
 * @param ordering which deliveries wait for others
 * @param signature how deliveries are signed
 */
public record WebhookOptions(
        Map<String, String> headers,
        @Nullable String destination,
        @Nullable String externalId,
        List<String> tags,
        WebhookFormat format,
        @Nullable Integer rateLimit,
        WebhookOrdering ordering,
        WebhookSignature signature) {

    /** How many headers a webhook can have. */
    public static final int HEADERS_MAX = 20;

    /** The settings of a webhook that names none. */
    public static final WebhookOptions NONE =
            new WebhookOptions(
                    Map.of(),
                    null,
                    null,
                    List.of(),
                    WebhookFormat.STANDARD,
                    null,
                    WebhookOrdering.NONE,
                    WebhookSignature.V1);

    /** Their names in a patch. */
    static final List<String> FIELDS =
            List.of(
                    "headers",
                    "external_id",
                    "tags",
                    "format",
                    "rate_limit",
                    "ordering",
                    "signature");

    private static final String HEADERS = "headers";

    public WebhookOptions {
        headers = Map.copyOf(headers);
        tags = List.copyOf(tags);
    }

    /** The purpose under which the value of a header is sealed. */
    public static String headerPurpose(String id, String name) {
        return id + "/" + HEADERS + "/" + name;
    }

    /** The same settings with sealed headers for a destination. */
    public WebhookOptions sealed(Map<String, String> sealedHeaders, @Nullable String hash) {
        return new WebhookOptions(
                sealedHeaders, hash, externalId, tags, format, rateLimit, ordering, signature);
    }

    /** The settings after a patch that names these fields. */
    WebhookOptions patched(List<String> changed, WebhookOptions given) {
        return new WebhookOptions(
                Metadata.patched(HEADERS, headers, changed, given.headers),
                changed.contains("url") ? given.destination : destination,
                changed.contains("external_id") ? given.externalId : externalId,
                changed.contains("tags") ? given.tags : tags,
                changed.contains("format") ? given.format : format,
                changed.contains("rate_limit") ? given.rateLimit : rateLimit,
                changed.contains("ordering") ? given.ordering : ordering,
                changed.contains("signature") ? given.signature : signature);
    }

    /** The same settings of a webhook with an id of the caller's. */
    public WebhookOptions named(String external) {
        return new WebhookOptions(
                headers, destination, external, tags, format, rateLimit, ordering, signature);
    }

    /** The same settings with another format. */
    public WebhookOptions in(WebhookFormat other) {
        return new WebhookOptions(
                headers, destination, externalId, tags, other, rateLimit, ordering, signature);
    }

    List<FieldError> errors() {
        return headers.size() <= HEADERS_MAX
                ? List.of()
                : List.of(
                        new FieldError(
                                "/" + HEADERS,
                                "too_many",
                                "Expected at most " + HEADERS_MAX + " headers."));
    }
}
