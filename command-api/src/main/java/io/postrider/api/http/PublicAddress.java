package io.postrider.api.http;

/**
 * Where callers find this service.
 *
 * @param baseUrl the address, without a slash at the end
 * @param domain the host of that address: the default short domain
 */
public record PublicAddress(String baseUrl, String domain) {

    /** Whether callers reach it by TLS alone. */
    public boolean secure() {
        return baseUrl.startsWith("https://");
    }
}
