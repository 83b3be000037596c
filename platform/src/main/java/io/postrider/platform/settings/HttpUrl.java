package io.postrider.platform.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/** Addresses of HTTP servers in settings and options. */
public final class HttpUrl {

    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final int PORT_MAX = 65_535;

    private HttpUrl() {}

    /** A URL with the scheme http or https, a host and no user information; empty for any other text. */
    public static Optional<URI> parse(String text) {
        try {
            URI url = new URI(text);
            return SCHEMES.contains(String.valueOf(url.getScheme()))
                            && url.getHost() != null
                            && url.getRawUserInfo() == null
                            && isPort(url.getPort())
                    ? Optional.of(url)
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** The same of a URL that a path can be added to: it has no query and no fragment. */
    public static Optional<URI> parseBase(String text) {
        return parse(text).filter(url -> url.getRawQuery() == null && url.getRawFragment() == null);
    }

    /** -1 is the port of the scheme. */
    private static boolean isPort(int port) {
        return port == -1 || (port > 0 && port <= PORT_MAX);
    }
}
