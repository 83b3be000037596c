package io.postrider.domain.links;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A short link as it is after some change.
 *
 * @param domain the short domain, a host in lower case
 * @param slug the path on that domain, case-sensitive
 * @param url the target of the redirect
 * @param startsAt before this time the link answers as unknown
 * @param expiresAt from this time on the link answers as gone
 * @param expiredUrl the target of the redirect after the expiry, instead of 410
 * @param maxClicks the limit of admitted clicks
 * @param admittedClicks the number of admitted clicks; counted only where {@code maxClicks} is set
 * @param statusCode one of 301, 302, 303, 307, 308
 * @param forwardQuery whether the visitor's query parameters are added to the target's
 */
public record Link(
        String id,
        String workspace,
        String domain,
        String slug,
        String url,
        @Nullable String title,
        List<String> tags,
        @Nullable Instant startsAt,
        @Nullable Instant expiresAt,
        @Nullable String expiredUrl,
        @Nullable Long maxClicks,
        long admittedClicks,
        int statusCode,
        boolean forwardQuery,
        @Nullable String externalId,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** How visitors are sent on where a link does not say. */
    public static final int STATUS_CODE = 302;

    public Link {
        tags = List.copyOf(tags);
        metadata = Map.copyOf(metadata);
    }

    /** A link without anything that a patch can give it. */
    public static Link blank(String id, String workspace, String domain, String slug, Instant now) {
        return new Link(
                id,
                workspace,
                domain,
                slug,
                "",
                null,
                List.of(),
                null,
                null,
                null,
                null,
                0,
                STATUS_CODE,
                false,
                null,
                Map.of(),
                now,
                now);
    }

    /** The aggregate's id and partition key: one owner for each slug of a domain. */
    @Override
    public String key() {
        return keyOf(domain, slug);
    }

    /** The aggregate's id for a slug on a domain. */
    public static String keyOf(String domain, String slug) {
        return domain + "/" + slug;
    }

    /** Whether the link's last allowed click has been let through. */
    public boolean exhausted() {
        return maxClicks != null && admittedClicks >= maxClicks;
    }

    /** Whether the link's end has come at a time, and nothing has happened to the link since that says so. */
    boolean endedUnnoticed(Instant at) {
        return ended(at) && awaitsEnd();
    }

    /** Whether the link's end has come at a time; a link without an end has none. */
    boolean ended(Instant at) {
        return expiresAt != null && !at.isBefore(expiresAt);
    }

    /** Whether the link's end has still to be written down. */
    boolean awaitsEnd() {
        return expiresAt != null && updatedAt.isBefore(expiresAt);
    }

    Link withAdmittedClicks(long clicks) {
        return new Link(
                id,
                workspace,
                domain,
                slug,
                url,
                title,
                tags,
                startsAt,
                expiresAt,
                expiredUrl,
                maxClicks,
                clicks,
                statusCode,
                forwardQuery,
                externalId,
                metadata,
                createdAt,
                updatedAt);
    }

    Link touchedAt(Instant at) {
        return new Link(
                id,
                workspace,
                domain,
                slug,
                url,
                title,
                tags,
                startsAt,
                expiresAt,
                expiredUrl,
                maxClicks,
                admittedClicks,
                statusCode,
                forwardQuery,
                externalId,
                metadata,
                createdAt,
                at);
    }
}
