package io.postrider.identity.users;

import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.identity.auth.SessionAuthenticator;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;

/** The conditions of sign-in, and the response to it. */
public final class LoginPolicy {

    private final SessionAuthenticator gate;
    private final SessionCookie cookie;
    private final SessionSettings settings;
    private final UserJson json;

    LoginPolicy(
            SessionAuthenticator gate,
            SessionCookie cookie,
            SessionSettings settings,
            UserJson json) {
        this.gate = gate;
        this.cookie = cookie;
        this.settings = settings;
        this.json = json;
    }

    /** Checks that a page of this service sends the request, over a secure connection. */
    Validated<ApiRequest> open(ApiRequest request) {
        return gate.isSameOrigin(request.server())
                ? passable(request)
                : Validated.refused(
                        Problem.of(
                                403,
                                "cross_site_request",
                                "Sign-in is possible only from pages of this service."));
    }

    /** Checks that sign-in is possible at this address, whichever page sends the request. */
    public Validated<ApiRequest> passable(ApiRequest request) {
        return cookie.isUsable()
                ? ready(request)
                : Validated.refused(
                        Problem.of(
                                403,
                                "insecure_address",
                                "Sign-in requires HTTPS or http://localhost."));
    }

    /** Checks that this node has read users and sessions. */
    public Validated<ApiRequest> ready(ApiRequest request) {
        return gate.unready(request.server())
                .<Validated<ApiRequest>>map(Validated::refused)
                .orElse(Validated.valid(request));
    }

    /** The response that gives the browser its session. */
    ApiResponse signedIn(WriteResult.Holds holds, User user, Session session, String value) {
        return holds.on(ApiResponse.ok(json.session(user, session)))
                .with("Set-Cookie", cookie.given(value, settings.longest()))
                .showingSecret();
    }
}
