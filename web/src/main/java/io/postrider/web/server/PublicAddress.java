package io.postrider.web.server;

import java.util.Optional;

/**
 * Where callers find this service.
 *
 * @param baseUrl the address, without a slash at the end
 * @param domain the host of that address: the default short domain
 */
public record PublicAddress(String baseUrl, String domain) {

    /** The origin of its own pages. */
    public Optional<String> origin() {
        return WebOrigin.parse(baseUrl);
    }

    /** Whether callers reach it by TLS alone. */
    public boolean secure() {
        return baseUrl.startsWith("https://");
    }
}
