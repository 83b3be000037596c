package io.postrider.projections.clicks;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.schemas.Click;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.RawClick;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns a raw click into the public one; the same raw click gives the same public one. For one thread. */
final class Enrichment {

    /** A preview of a limited link, which got a card instead of a redirect. */
    private static final int CARD = 200;

    /** A language with its script and region (RFC 5646), and nothing that could be another text. */
    private static final Pattern LANGUAGE =
            Pattern.compile("[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(?=[,; ]|$)");

    private final VisitorHash visitors;
    private final UserAgentCache userAgents;

    /** The classification of a click. */
    private record Verdict(String name, @Nullable String reason) {}

    Enrichment(VisitorHash visitors, UserAgentCache userAgents) {
        this.visitors = visitors;
        this.userAgents = userAgents;
    }

    EventRecord enrich(RawClick raw) {
        ParsedUserAgent agent = userAgents.of(raw.userAgent());
        Verdict verdict = verdict(raw, agent);
        Click click =
                new Click(
                        Id.of(IdKind.CLK, uuid(raw, "click")),
                        raw.linkId(),
                        raw.linkVersion(),
                        raw.domain(),
                        raw.slug(),
                        raw.url(),
                        raw.at(),
                        raw.statusCode(),
                        raw.method(),
                        raw.node(),
                        raw.lane(),
                        raw.sequence(),
                        page(raw.referrer()),
                        language(raw.acceptLanguage()),
                        agent.device(),
                        agent.os(),
                        agent.browser(),
                        verdict.name(),
                        verdict.reason(),
                        visitors.hash(raw.at(), raw.workspace(), raw.ip(), raw.userAgent()),
                        null,
                        raw.messageId(),
                        raw.contactId());
        EventHeader header =
                new EventHeader(
                        Id.of(IdKind.EVT, uuid(raw, "event")),
                        "link.clicked",
                        raw.at(),
                        raw.workspace(),
                        raw.linkId(),
                        0,
                        null,
                        raw.requestId(),
                        null);
        return new EventRecord(header, new LinkClicked(click));
    }

    private static Verdict verdict(RawClick raw, ParsedUserAgent agent) {
        if (raw.statusCode() == CARD) {
            return new Verdict("preview", agent.robot());
        }
        String purpose = raw.purpose();
        if (purpose != null && purpose.toLowerCase(Locale.ROOT).contains("pre")) {
            return new Verdict("prefetch", "purpose");
        }
        if (agent.robot() != null) {
            return new Verdict(agent.preview() ? "preview" : "bot", agent.robot());
        }
        return raw.method().equals("GET")
                ? new Verdict("human", null)
                : new Verdict("bot", "method");
    }

    /** Time and the place in the lane make an id that a repeated record repeats. */
    private static UUID uuid(RawClick raw, String what) {
        UUID place =
                Uuids.v5(
                        new UUID(0, 0),
                        what + "|" + raw.node() + "|" + raw.lane() + "|" + raw.sequence());
        ByteBuffer bits = ByteBuffer.allocate(Uuids.RANDOM_BYTES);
        bits.putShort((short) (place.getMostSignificantBits() >>> 48));
        bits.putLong(place.getLeastSignificantBits() ^ place.getMostSignificantBits() << 16);
        return Uuids.v7(Instant.ofEpochMilli(raw.at().toEpochMilli()), bits.array());
    }

    private static @Nullable String page(@Nullable String referrer) {
        if (referrer == null) {
            return null;
        }
        try {
            URI uri = URI.create(referrer);
            if (uri.getHost() == null || uri.getScheme() == null) {
                return null;
            }
            String path = uri.getRawPath() == null ? "" : uri.getRawPath();
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            return uri.getScheme() + "://" + uri.getHost() + port + path;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable String language(@Nullable String acceptLanguage) {
        if (acceptLanguage == null) {
            return null;
        }
        Matcher tag = LANGUAGE.matcher(acceptLanguage);
        return tag.lookingAt() ? tag.group() : null;
    }
}
