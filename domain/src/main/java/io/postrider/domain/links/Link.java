package io.postrider.domain.links;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A short link after a change.
 *
 * @param domain the short domain, a host in lower case
 * @param slug the path on that domain, case-sensitive
 * @param url the target of the redirect
 * @param startsAt the start of the link, before which it answers as unknown; null for none
 * @param expiresAt the expiry of the link, from which it answers as gone; null for none
 * @param expiredUrl the target of the redirect after the expiry, instead of 410
 * @param maxClicks the limit of admitted clicks
 * @param admittedClicks the number of admitted clicks; counted only with a limit
 * @param statusCode the status code of the redirect: 301, 302, 303, 307 or 308
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

    /** The default status code of redirects. */
    public static final int STATUS_CODE = 302;

    public Link {
        tags = List.copyOf(tags);
        metadata = Map.copyOf(metadata);
    }

    /** A link without the values that a patch can set. */
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

    /** Whether the link has reached its click limit. */
    public boolean exhausted() {
        return maxClicks != null && admittedClicks >= maxClicks;
    }

    /** Whether the link has expired at a time without a record of the expiry. */
    boolean endedUnnoticed(Instant at) {
        return ended(at) && awaitsEnd();
    }

    /** Whether the link has expired at a time. */
    boolean ended(Instant at) {
        return expiresAt != null && !at.isBefore(expiresAt);
    }

    /** Whether the expiry of the link is not recorded yet. */
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
