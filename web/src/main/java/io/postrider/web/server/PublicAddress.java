package io.postrider.web.server;

import java.util.Optional;

/**
 * The public address of this service.
 *
 * @param baseUrl address without a trailing slash
 * @param domain host of that address: the default short domain
 */
public record PublicAddress(String baseUrl, String domain) {

    /** The origin of its own pages. */
    public Optional<String> origin() {
        return WebOrigin.parse(baseUrl);
    }

    /** Whether the public address uses TLS. */
    public boolean secure() {
        return baseUrl.startsWith("https://");
    }
}
