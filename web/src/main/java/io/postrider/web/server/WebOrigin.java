package io.postrider.web.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The origin of a page, in the form that browsers, and apps based on them, send (RFC 6454, section 6.2). */
public final class WebOrigin {

    /** Schemes whose pages have opaque origins. */
    private static final Set<String> OPAQUE = Set.of("file", "data", "blob", "javascript");

    private static final int PORT_MAX = 65_535;

    private WebOrigin() {}

    /** An origin as a browser sends it, in lower case and without the scheme's own port; empty for anything else. */
    public static Optional<String> parse(String text) {
        URI uri;
        try {
            uri = new URI(text).parseServerAuthority();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
        if (uri.getScheme() == null || uri.getHost() == null || !isBare(uri)) {
            return Optional.empty();
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        if (OPAQUE.contains(scheme)) {
            return Optional.empty();
        }
        return Optional.of(
                scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port(uri, scheme));
    }

    private static boolean isBare(URI uri) {
        return uri.getRawUserInfo() == null
                && (uri.getRawPath() == null || uri.getRawPath().isEmpty())
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null
                && uri.getPort() <= PORT_MAX;
    }

    private static String port(URI uri, String scheme) {
        boolean isOwn =
                uri.getPort() < 0
                        || (scheme.equals("https") && uri.getPort() == 443)
                        || (scheme.equals("http") && uri.getPort() == 80);
        return isOwn ? "" : ":" + uri.getPort();
    }
}
