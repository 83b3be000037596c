package io.postrider.api.keys;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** The form in which browsers name where a page comes from (RFC 6454, section 6.2). */
final class WebOrigin {

    private WebOrigin() {}

    /** An origin as a browser sends it, in lower case and without the scheme's own port; empty for anything else. */
    static Optional<String> parse(String text) {
        URI uri;
        try {
            uri = new URI(text).parseServerAuthority();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean isWeb = scheme.equals("https") || scheme.equals("http");
        String path = uri.getRawPath();
        if (!isWeb
                || uri.getHost() == null
                || uri.getRawUserInfo() != null
                || (path != null && !path.isEmpty())
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null
                || uri.getPort() > 65_535) {
            return Optional.empty();
        }
        int own = scheme.equals("https") ? 443 : 80;
        String port = uri.getPort() < 0 || uri.getPort() == own ? "" : ":" + uri.getPort();
        return Optional.of(scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port);
    }
}
