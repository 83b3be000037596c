package io.postrider.api.http;

import io.postrider.runtime.limits.Tenants;
import org.jspecify.annotations.Nullable;

/** The tenant whose shares of a node's capacity a request takes. */
final class RequestTenant {

    /** Requests without credentials are one tenant together. */
    private static final String WITHOUT_CREDENTIALS = "";

    private RequestTenant() {}

    static String of(@Nullable Principal principal, Tenants tenants) {
        if (principal == null) {
            return WITHOUT_CREDENTIALS;
        }
        return principal.workspace().isEmpty()
                ? tenants.ofUser(principal.id())
                : tenants.ofWorkspace(principal.workspace());
    }
}
