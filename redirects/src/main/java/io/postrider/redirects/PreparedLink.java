package io.postrider.redirects;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A short link with the precomputed values of its redirects. */
final class PreparedLink {

    /** The status of a link at a given time. */
    enum Standing {
        NOT_STARTED,
        OPEN,
        EXPIRED,
        EXHAUSTED,
        DELETED
    }

    // The check of private targets took place when the target was stored; here it is only parsed
    // again.
    private static final TargetPolicy ANY_TARGET = TargetPolicy.forLinkTargets(true);
    private static final int OBJECT_BYTES = 512;

    private final LinkEntry entry;
    private final @Nullable AsciiString location;
    private final @Nullable AsciiString expiredLocation;
    private final @Nullable ForwardedQuery forwardedQuery;
    private final HttpResponseStatus status;
    private final long startsAt;
    private final long expiresAt;
    private final byte[] clickPart;

    private PreparedLink(LinkEntry entry) {
        Link link = entry.link();
        String target = canonical(link.url());
        String expired = link.expiredUrl() == null ? null : canonical(link.expiredUrl());
        this.entry = entry;
        this.location = target == null ? null : new AsciiString(target);
        this.expiredLocation = expired == null ? null : new AsciiString(expired);
        this.forwardedQuery =
                target == null || !link.forwardQuery() ? null : new ForwardedQuery(target);
        this.status = HttpResponseStatus.valueOf(link.statusCode());
        this.startsAt = millis(link.startsAt(), Long.MIN_VALUE);
        this.expiresAt = millis(link.expiresAt(), Long.MAX_VALUE);
        this.clickPart = clickPart(entry, link.statusCode());
    }

    static PreparedLink of(LinkEntry entry) {
        return new PreparedLink(entry);
    }

    private static @Nullable String canonical(String url) {
        return switch (ANY_TARGET.check(url)) {
            case TargetCheck.Accepted(var target) -> target.toString();
            case TargetCheck.Refused _ -> null;
        };
    }

    private static long millis(@Nullable Instant at, long otherwise) {
        return at == null ? otherwise : at.toEpochMilli();
    }

    /** The fields of a raw click from the workspace to the contact, which are the same for every click on this version. */
    private static byte[] clickPart(LinkEntry entry, int status) {
        Link link = entry.link();
        return new AvroBuffer(OBJECT_BYTES)
                .text(link.workspace())
                .text(link.id())
                .number(entry.version())
                .text(link.domain())
                .text(link.slug())
                .text(link.url())
                .number(status)
                .text("GET")
                .optional(named(link, "message_id", IdKind.MSG))
                .optional(named(link, "contact_id", IdKind.CTC))
                .copy();
    }

    /** The id in an entry of a link's metadata; null if it is not an id of this kind. */
    private static @Nullable String named(Link link, String entry, IdKind kind) {
        String id = link.metadata().getOrDefault(entry, "");
        return Id.isA(kind, id) ? id : null;
    }

    LinkEntry entry() {
        return entry;
    }

    long version() {
        return entry.version();
    }

    HttpResponseStatus status() {
        return status;
    }

    byte[] clickPart() {
        return clickPart;
    }

    /** The same of a click that was shown a card and sent nowhere. */
    byte[] cardPart() {
        return clickPart(entry, HttpResponseStatus.OK.code());
    }

    /** Whether the owner decides on each click. */
    boolean isLimited() {
        return entry.link().maxClicks() != null;
    }

    /** A target that no longer reads as a URL cannot be followed, so such a link is as good as deleted. */
    Standing standing(long now) {
        if (entry.deleted() || location == null) {
            return Standing.DELETED;
        }
        if (now < startsAt) {
            return Standing.NOT_STARTED;
        }
        if (now >= expiresAt) {
            return Standing.EXPIRED;
        }
        return entry.link().exhausted() ? Standing.EXHAUSTED : Standing.OPEN;
    }

    /** The target for a visitor with this query. */
    CharSequence location(@Nullable String query) {
        if (location == null) {
            throw new IllegalStateException("no target to be sent to: " + entry.link().id());
        }
        return forwardedQuery == null || query == null || query.isEmpty()
                ? location
                : forwardedQuery.with(query);
    }

    /** The target after the expiry; null means 410. */
    @Nullable AsciiString expiredLocation() {
        return expiredLocation;
    }

    /** Approximate heap size in bytes. */
    int weight() {
        Link link = entry.link();
        int texts = 6 * link.url().length() + clickPart.length;
        int rest = 100 * (link.tags().size() + link.metadata().size());
        return OBJECT_BYTES + texts + rest;
    }
}
