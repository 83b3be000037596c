package io.postrider.redirects;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.PreviewAgents;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One request for a short link.
 *
 * @param head whether the request is a HEAD request
 * @param address address of the visitor, 4 or 16 bytes
 * @param now Unix milliseconds
 * @param traceparent the W3C trace context of its span; null without traces
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record RedirectRequest(
        RedirectLane lane,
        HttpHeaders headers,
        SlugPath path,
        String domain,
        boolean head,
        byte[] address,
        String requestId,
        long now,
        @Nullable String traceparent) {

    private static final AsciiString SEC_PURPOSE = AsciiString.cached("sec-purpose");
    private static final AsciiString PURPOSE = AsciiString.cached("purpose");
    private static final AsciiString X_MOZ = AsciiString.cached("x-moz");
    private static final String PREFETCH = "prefetch";

    String key() {
        return Link.keyOf(domain, path.slug());
    }

    /** The browser's purpose of the request, if it is not a visitor's click. */
    @Nullable String purpose() {
        String purpose = headers.get(SEC_PURPOSE);
        if (purpose == null) {
            purpose = headers.get(PURPOSE);
        }
        return purpose == null ? headers.get(X_MOZ) : purpose;
    }

    /** Whether a messenger or another service requests the link for a preview. */
    boolean isForPreview() {
        String agent = headers.get(HttpHeaderNames.USER_AGENT);
        return agent != null && PreviewAgents.nameIn(agent) != null;
    }

    boolean isPrefetch() {
        String purpose = purpose();
        return purpose != null && purpose.toLowerCase(Locale.ROOT).contains(PREFETCH);
    }
}
