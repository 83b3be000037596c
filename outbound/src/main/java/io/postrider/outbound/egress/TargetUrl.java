package io.postrider.outbound.egress;

import org.jspecify.annotations.Nullable;

/**
 * An absolute http or https URL in the one canonical form that is stored, shown and called.
 *
 * @param path path and query as they are sent, possibly empty, percent-encoded
 * @param fragment what follows the {@code #}, for link targets only
 */
public record TargetUrl(
        String scheme, TargetHost host, int port, String path, @Nullable String fragment) {

    private static final String HTTPS = "https";
    private static final String HTTP = "http";

    public TargetUrl {
        if (!scheme.equals(HTTPS) && !scheme.equals(HTTP)) {
            throw new IllegalArgumentException("scheme: " + scheme + " (expected: http or https)");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535)");
        }
    }

    static int defaultPort(String scheme) {
        return scheme.equals(HTTPS) ? 443 : 80;
    }

    /** Whether calls to it are encrypted. */
    public boolean secure() {
        return scheme.equals(HTTPS);
    }

    /** What the {@code Host} header says: the port only where it is not the scheme's own. */
    public String authority() {
        return port == defaultPort(scheme) ? host.text() : host.text() + ":" + port;
    }

    /** What the request line says; never empty. */
    public String requestTarget() {
        return path.startsWith("/") ? path : "/" + path;
    }

    /** The URL itself. */
    @Override
    public String toString() {
        return scheme + "://" + authority() + path + (fragment == null ? "" : "#" + fragment);
    }
}
