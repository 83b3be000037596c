package io.postrider.redirects;

import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.links.LinkEvent.ClicksAdmitted;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.domain.links.LinkEvent.LinkExhausted;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A short link for tests, and events about it. */
record SampleLink(
        String domain,
        String slug,
        String url,
        @Nullable String title,
        @Nullable Instant startsAt,
        @Nullable Instant expiresAt,
        @Nullable String expiredUrl,
        @Nullable Long maxClicks,
        long admittedClicks,
        int statusCode,
        boolean forwardQuery) {

    static final Instant NOW = Instant.parse("2026-11-21T10:00:00.123Z");
    static final String DOMAIN = "go.example";
    static final String WORKSPACE = "ws_01jd7q8f2tzv0r9w3m4x5y6z7a";

    static SampleLink of(String slug, String url) {
        return new SampleLink(DOMAIN, slug, url, null, null, null, null, null, 0, 302, false);
    }

    SampleLink titled(String text) {
        return new SampleLink(
                domain,
                slug,
                url,
                text,
                startsAt,
                expiresAt,
                expiredUrl,
                maxClicks,
                admittedClicks,
                statusCode,
                forwardQuery);
    }

    SampleLink between(@Nullable Instant start, @Nullable Instant end) {
        return new SampleLink(
                domain,
                slug,
                url,
                title,
                start,
                end,
                expiredUrl,
                maxClicks,
                admittedClicks,
                statusCode,
                forwardQuery);
    }

    SampleLink thenTo(String address) {
        return new SampleLink(
                domain,
                slug,
                url,
                title,
                startsAt,
                expiresAt,
                address,
                maxClicks,
                admittedClicks,
                statusCode,
                forwardQuery);
    }

    SampleLink limited(long max, long admitted) {
        return new SampleLink(
                domain,
                slug,
                url,
                title,
                startsAt,
                expiresAt,
                expiredUrl,
                max,
                admitted,
                statusCode,
                forwardQuery);
    }

    SampleLink status(int code) {
        return new SampleLink(
                domain,
                slug,
                url,
                title,
                startsAt,
                expiresAt,
                expiredUrl,
                maxClicks,
                admittedClicks,
                code,
                forwardQuery);
    }

    SampleLink forwarding() {
        return new SampleLink(
                domain,
                slug,
                url,
                title,
                startsAt,
                expiresAt,
                expiredUrl,
                maxClicks,
                admittedClicks,
                statusCode,
                true);
    }

    SampleLink onDomain(String other) {
        return new SampleLink(
                other,
                slug,
                url,
                title,
                startsAt,
                expiresAt,
                expiredUrl,
                maxClicks,
                admittedClicks,
                statusCode,
                forwardQuery);
    }

    SampleLink to(String target) {
        return new SampleLink(
                domain,
                slug,
                target,
                title,
                startsAt,
                expiresAt,
                expiredUrl,
                maxClicks,
                admittedClicks,
                statusCode,
                forwardQuery);
    }

    Link link() {
        return new Link(
                "lnk_" + slug,
                WORKSPACE,
                domain,
                slug,
                url,
                title,
                List.of(),
                startsAt,
                expiresAt,
                expiredUrl,
                maxClicks,
                admittedClicks,
                statusCode,
                forwardQuery,
                null,
                Map.of(),
                NOW,
                NOW);
    }

    EventRecord created() {
        return event("link.created", 1, new LinkCreated(link()));
    }

    EventRecord updated(long version) {
        return event("link.updated", version, new LinkUpdated(link()));
    }

    /** Of a block of one click, which leaves room for more. */
    EventRecord admitted(long version) {
        return admitted(version, 1);
    }

    EventRecord admitted(long version, long count) {
        return event("link.clicks_admitted", version, new ClicksAdmitted(count, admittedClicks()));
    }

    EventRecord exhausted(long version, long count) {
        return event("link.exhausted", version, new LinkExhausted(link(), count));
    }

    EventRecord deleted(long version) {
        return event("link.deleted", version, new LinkDeleted(link()));
    }

    private <E extends Record & LinkEvent> EventRecord event(String type, long version, E payload) {
        return new EventRecord(
                new EventHeader(
                        "evt_" + slug + version,
                        type,
                        NOW,
                        WORKSPACE,
                        link().key(),
                        version,
                        null,
                        null,
                        null),
                payload);
    }
}
