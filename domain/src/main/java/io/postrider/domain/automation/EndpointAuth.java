package io.postrider.domain.automation;

import java.util.Locale;
import java.util.Optional;

/** The authentication method of requests to an endpoint. */
public enum EndpointAuth {
    /** By the token in the address. */
    URL_TOKEN,
    /** By a key of the same workspace, as a Bearer token. */
    API_KEY,
    /** By a name and a password, as HTTP Basic. */
    BASIC,
    /** By a header with a value of its own. */
    HEADER,
    /** As Standard Webhooks signs. */
    STANDARD_WEBHOOKS,
    GITHUB,
    STRIPE,
    SHOPIFY,
    SLACK,
    META,
    ZOOM,
    X,
    /** By a code in a header that the endpoint names. */
    CUSTOM;

    /** The name in JSON, for example {@code url_token}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether requests are authenticated by the secret of the endpoint. */
    public boolean needsSecret() {
        return this != URL_TOKEN && this != API_KEY;
    }

    /** The way with a name in JSON. */
    public static Optional<EndpointAuth> labelled(String label) {
        for (EndpointAuth auth : values()) {
            if (auth.label().equals(label)) {
                return Optional.of(auth);
            }
        }
        return Optional.empty();
    }
}
