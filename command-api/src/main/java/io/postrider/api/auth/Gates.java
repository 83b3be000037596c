package io.postrider.api.auth;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Gate;
import io.postrider.api.http.Principal;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Asks for the token of a run where one is sent, for a key where one or nothing is sent, and for a session where a cookie alone is sent. */
final class Gates implements Gate {

    private final RunGate runs;
    private final KeyGate keys;
    private final SessionGate sessions;
    private final SessionCookie cookie;

    Gates(RunGate runs, KeyGate keys, SessionGate sessions, SessionCookie cookie) {
        this.runs = runs;
        this.keys = keys;
        this.sessions = sessions;
        this.cookie = cookie;
    }

    @Override
    public Mono<Checked<Admitted>> admit(ServerRequest request, String operation) {
        return of(request).admit(request, operation);
    }

    private Gate of(ServerRequest request) {
        if (RunGate.isFor(request)) {
            return runs;
        }
        boolean hasKey = !request.headers().header(HttpHeaders.AUTHORIZATION).isEmpty();
        return hasKey || cookie.of(request).isEmpty() ? keys : sessions;
    }

    @Override
    public Checked<Principal> entering(Principal principal, String workspace) {
        return (principal.isPerson() ? sessions : keys).entering(principal, workspace);
    }

    @Override
    public Checked<Principal> again(ServerRequest request) {
        return of(request).again(request);
    }
}
