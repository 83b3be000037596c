package io.postrider.redirects;

import io.postrider.domain.links.LinkRules;
import org.jspecify.annotations.Nullable;

/**
 * A request target that names a short link: exactly one path segment of slug characters that the service does not reserve. All
 * other targets are passed on.
 *
 * @param authority host of a target in absolute form, which then counts instead of the Host header
 * @param preview whether a plus sign follows the slug
 * @param query query as sent, without the question mark
 */
record SlugPath(@Nullable String authority, String slug, boolean preview, @Nullable String query) {

    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";

    static @Nullable SlugPath of(String target) {
        int path = pathStart(target);
        if (path < 0) {
            return null;
        }
        int mark = target.indexOf('?', path);
        int end = mark < 0 ? target.length() : mark;
        String name = decoded(target, path + 1, end);
        if (name == null) {
            return null;
        }
        boolean preview = name.endsWith("+");
        String slug = preview ? name.substring(0, name.length() - 1) : name;
        if (!LinkRules.isSlug(slug) || LinkRules.isReserved(slug)) {
            return null;
        }
        String query = mark < 0 ? null : target.substring(mark + 1);
        return new SlugPath(path == 0 ? null : authority(target, path), slug, preview, query);
    }

    private static int pathStart(String target) {
        if (target.startsWith("/")) {
            return 0;
        }
        int authority = authorityStart(target);
        int slash = authority < 0 ? -1 : target.indexOf('/', authority);
        // A slash after a question mark belongs to the query, and there is no path at all.
        return slash > authority && target.lastIndexOf('?', slash) < 0 ? slash : -1;
    }

    private static int authorityStart(String target) {
        if (target.regionMatches(true, 0, HTTP, 0, HTTP.length())) {
            return HTTP.length();
        }
        return target.regionMatches(true, 0, HTTPS, 0, HTTPS.length()) ? HTTPS.length() : -1;
    }

    private static String authority(String target, int path) {
        return target.substring(authorityStart(target), path);
    }

    /** The text with percent-encoding decoded, or null if it is malformed. */
    private static @Nullable String decoded(String target, int from, int to) {
        int percent = target.indexOf('%', from);
        if (percent < 0 || percent >= to) {
            return target.substring(from, to);
        }
        StringBuilder out = new StringBuilder(to - from);
        for (int i = from; i < to; i++) {
            char c = target.charAt(i);
            if (c != '%') {
                out.append(c);
                continue;
            }
            int value = i + 2 < to ? escape(target, i) : -1;
            if (value < 0) {
                return null;
            }
            out.append((char) value);
            i += 2;
        }
        return out.toString();
    }

    private static int escape(String text, int percent) {
        int high = Character.digit(text.charAt(percent + 1), 16);
        int low = Character.digit(text.charAt(percent + 2), 16);
        return high < 0 || low < 0 ? -1 : (high << 4) | low;
    }
}
