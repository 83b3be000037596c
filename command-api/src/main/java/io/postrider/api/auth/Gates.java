package io.postrider.api.auth;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Gate;
import io.postrider.api.http.Principal;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Asks for a key where one is sent or nothing is, and looks at the session of whoever sends its cookie alone. */
final class Gates implements Gate {

    private final KeyGate keys;
    private final SessionGate sessions;
    private final SessionCookie cookie;

    Gates(KeyGate keys, SessionGate sessions, SessionCookie cookie) {
        this.keys = keys;
        this.sessions = sessions;
        this.cookie = cookie;
    }

    @Override
    public Mono<Checked<Admitted>> admit(ServerRequest request, String operation) {
        return of(request).admit(request, operation);
    }

    private Gate of(ServerRequest request) {
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
