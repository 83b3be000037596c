package io.postrider.domain.automation;

import java.util.Locale;
import java.util.Optional;

/** How a system proves that it may publish at an endpoint. */
public enum EndpointAuth {
    /** By the token in the address. */
    URL_TOKEN,
    /** As Standard Webhooks signs. */
    STANDARD_WEBHOOKS,
    GITHUB,
    STRIPE,
    SHOPIFY,
    SLACK,
    META;

    /** The name in JSON, for example {@code url_token}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether requests are signed with a secret. */
    public boolean isSigned() {
        return this != URL_TOKEN;
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
