package io.postrider.projections.clicks;

import org.jspecify.annotations.Nullable;

/**
 * The information in a User-Agent header.
 *
 * @param robot the name of a robot or of a service that makes previews, or null for a person
 * @param preview whether that robot fetches links to show a preview of them
 */
record ParsedUserAgent(
        @Nullable String device,
        @Nullable String os,
        @Nullable String browser,
        @Nullable String robot,
        boolean preview) {

    /** An unknown person. */
    static final ParsedUserAgent UNKNOWN = new ParsedUserAgent(null, null, null, null, false);

    static ParsedUserAgent robot(String name) {
        return new ParsedUserAgent("bot", null, null, name, false);
    }

    static ParsedUserAgent preview(String name) {
        return new ParsedUserAgent("bot", null, null, name, true);
    }
}
