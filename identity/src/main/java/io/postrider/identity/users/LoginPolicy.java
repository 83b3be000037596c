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

/** Where people come in: who may come in that way, and what his browser is given. */
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

    /** Whether a request can sign anybody in: from a page of ours, where nobody reads along. */
    Validated<ApiRequest> open(ApiRequest request) {
        return gate.isSameOrigin(request.server())
                ? passable(request)
                : Validated.refused(
                        Problem.of(
                                403,
                                "cross_site_request",
                                "Sign-in is possible only from pages of this service."));
    }

    /** Whether anybody can be signed in at this address, wherever he comes from. */
    public Validated<ApiRequest> passable(ApiRequest request) {
        return cookie.isUsable()
                ? ready(request)
                : Validated.refused(
                        Problem.of(
                                403,
                                "insecure_address",
                                "Sign-in requires HTTPS or http://localhost."));
    }

    /** Whether it is known here by now who anybody is. */
    public Validated<ApiRequest> ready(ApiRequest request) {
        return gate.unready(request.server())
                .<Validated<ApiRequest>>map(Validated::refused)
                .orElse(Validated.valid(request));
    }

    /** What the browser of somebody is given who has come in. */
    ApiResponse signedIn(WriteResult.Holds holds, User user, Session session, String value) {
        return holds.on(ApiResponse.ok(json.session(user, session)))
                .with("Set-Cookie", cookie.given(value, settings.longest()))
                .showingSecret();
    }
}
