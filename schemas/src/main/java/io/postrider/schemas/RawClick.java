package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A redirect as the edge served it, before enrichment.
 *
 * @param messageId the message that the link was created for, if its metadata names one
 * @param contactId the contact that the link was created for, if its metadata names one
 * @param ip the visitor's address, 4 or 16 bytes
 * @param purpose the {@code Sec-Purpose} or {@code Purpose} header, as sent
 * @param traceparent the W3C trace context of the request; null without traces
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are stored.
public record RawClick(
        String node,
        int lane,
        long sequence,
        Instant at,
        String workspace,
        String linkId,
        long linkVersion,
        String domain,
        String slug,
        String url,
        int statusCode,
        String method,
        @Nullable String messageId,
        @Nullable String contactId,
        byte @Nullable [] ip,
        @Nullable String userAgent,
        @Nullable String referrer,
        @Nullable String acceptLanguage,
        @Nullable String purpose,
        @Nullable String requestId,
        @Nullable String traceparent) {

    /** The same click at another time. */
    public RawClick withAt(Instant other) {
        return new RawClick(
                node,
                lane,
                sequence,
                other,
                workspace,
                linkId,
                linkVersion,
                domain,
                slug,
                url,
                statusCode,
                method,
                messageId,
                contactId,
                ip,
                userAgent,
                referrer,
                acceptLanguage,
                purpose,
                requestId,
                traceparent);
    }
}
