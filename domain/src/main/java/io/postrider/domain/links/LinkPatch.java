package io.postrider.domain.links;

import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of a link: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields in snake case, as in the public interface; entries of the metadata one by one, see
 *     {@link Metadata}
 */
public record LinkPatch(
        List<String> changed,
        @Nullable String url,
        @Nullable String title,
        List<String> tags,
        @Nullable Instant startsAt,
        @Nullable Instant expiresAt,
        @Nullable String expiredUrl,
        @Nullable Long maxClicks,
        @Nullable Integer statusCode,
        @Nullable Boolean forwardQuery,
        @Nullable String externalId,
        Map<String, String> metadata) {

    public LinkPatch {
        changed = List.copyOf(changed);
        tags = List.copyOf(tags);
        metadata = Map.copyOf(metadata);
    }

    /** The link as it would be; of a blank one, a new link. */
    public Link applyTo(Link link, Instant at) {
        return new Link(
                link.id(),
                link.workspace(),
                link.domain(),
                link.slug(),
                (url != null && has("url")) ? url : link.url(),
                has("title") ? title : link.title(),
                has("tags") ? tags : link.tags(),
                has("starts_at") ? startsAt : link.startsAt(),
                has("expires_at") ? expiresAt : link.expiresAt(),
                has("expired_url") ? expiredUrl : link.expiredUrl(),
                has("max_clicks") ? maxClicks : link.maxClicks(),
                (has("max_clicks") && maxClicks == null) ? 0 : link.admittedClicks(),
                (statusCode != null && has("status_code")) ? statusCode : link.statusCode(),
                (forwardQuery != null && has("forward_query")) ? forwardQuery : link.forwardQuery(),
                has("external_id") ? externalId : link.externalId(),
                Metadata.patched(link.metadata(), changed, metadata),
                link.createdAt(),
                at);
    }

    private boolean has(String field) {
        return changed.contains(field);
    }
}
