package io.postrider.web.route;

import io.postrider.platform.limits.Tenants;
import io.postrider.schemas.Actor;
import org.jspecify.annotations.Nullable;

/** The tenant whose shares of a node's capacity a request takes. */
public final class RequestTenant {

    /** Requests without credentials are one tenant together. */
    private static final String WITHOUT_CREDENTIALS = "";

    private RequestTenant() {}

    public static String of(@Nullable Principal principal, Tenants tenants) {
        if (principal == null) {
            return WITHOUT_CREDENTIALS;
        }
        return of(principal.actor(), principal.workspace(), tenants);
    }

    /** The tenant of a write: the caller's, or its author's if the request has no credentials. */
    public static String of(ApiRequest request, Actor author, String workspace, Tenants tenants) {
        return request.tenant().equals(WITHOUT_CREDENTIALS)
                ? of(author, workspace, tenants)
                : request.tenant();
    }

    private static String of(Actor actor, String workspace, Tenants tenants) {
        return workspace.isEmpty() ? tenants.ofUser(actor.id()) : tenants.ofWorkspace(workspace);
    }
}
