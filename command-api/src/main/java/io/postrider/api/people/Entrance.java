package io.postrider.api.people;

import io.postrider.api.auth.SessionCookie;
import io.postrider.api.auth.SessionGate;
import io.postrider.api.auth.SessionSettings;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Written;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;

/** Where people come in: who may come in that way, and what his browser is given. */
final class Entrance {

    private final SessionGate gate;
    private final SessionCookie cookie;
    private final SessionSettings settings;
    private final PersonJson json;

    Entrance(SessionGate gate, SessionCookie cookie, SessionSettings settings, PersonJson json) {
        this.gate = gate;
        this.cookie = cookie;
        this.settings = settings;
        this.json = json;
    }

    /** Whether a request can sign anybody in: from a page of ours, where nobody reads along. */
    Checked<ApiRequest> open(ApiRequest request) {
        return gate.isSameOrigin(request.server())
                ? passable(request)
                : Checked.refused(
                        Problem.of(
                                403,
                                "cross_site_request",
                                "Only pages of this service sign anybody in."));
    }

    /** Whether anybody can be signed in at this address, wherever he comes from. */
    Checked<ApiRequest> passable(ApiRequest request) {
        return cookie.isUsable()
                ? ready(request)
                : Checked.refused(
                        Problem.of(
                                403,
                                "insecure_address",
                                "Nobody signs in without TLS, except at http://localhost."));
    }

    /** Whether it is known here by now who anybody is. */
    Checked<ApiRequest> ready(ApiRequest request) {
        return gate.unready(request.server())
                .<Checked<ApiRequest>>map(Checked::refused)
                .orElse(Checked.valid(request));
    }

    /** What the browser of somebody is given who has come in. */
    Answer signedIn(Written.Holds holds, User user, Session session, String value) {
        return holds.on(Answer.ok(json.session(user, session)))
                .with("Set-Cookie", cookie.given(value, settings.longest()))
                .showingSecret();
    }
}
