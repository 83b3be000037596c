package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A click on a short link, without the visitor's address.
 *
 * @param id the clk_ id of the click
 * @param url the target of the redirect
 * @param node the redirect node that served the click
 * @param lane the lane of the node
 * @param sequence the number of the click: 1, 2, 3 per node and lane; a record that repeats one is a duplicate
 * @param verdict the classification of the click: human, bot, preview or prefetch
 * @param visitor a keyed hash of the visitor that changes every day
 * @param messageId the message that the link was created for, if its metadata names one
 * @param contactId the contact that the link was created for, if its metadata names one
 */
public record Click(
        String id,
        String linkId,
        long linkVersion,
        String domain,
        String slug,
        String url,
        Instant at,
        int statusCode,
        String method,
        String node,
        int lane,
        long sequence,
        @Nullable String referrer,
        @Nullable String language,
        @Nullable String device,
        @Nullable String os,
        @Nullable String browser,
        String verdict,
        @Nullable String verdictReason,
        @Nullable String visitor,
        @Nullable String country,
        @Nullable String messageId,
        @Nullable String contactId) {}
