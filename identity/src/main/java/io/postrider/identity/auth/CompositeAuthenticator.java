package io.postrider.identity.auth;

import io.postrider.web.problem.Validated;
import io.postrider.web.route.Authenticator;
import io.postrider.web.route.Principal;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/**
 * Selects the authenticator by the credentials: run token, API key (also if the request has no credentials), or session cookie
 * if it is the only credential.
 */
final class CompositeAuthenticator implements Authenticator {

    private final RunAuthenticator runs;
    private final ApiKeyAuthenticator keys;
    private final SessionAuthenticator sessions;
    private final SessionCookie cookie;

    CompositeAuthenticator(
            RunAuthenticator runs,
            ApiKeyAuthenticator keys,
            SessionAuthenticator sessions,
            SessionCookie cookie) {
        this.runs = runs;
        this.keys = keys;
        this.sessions = sessions;
        this.cookie = cookie;
    }

    @Override
    public Mono<Validated<Admitted>> admit(ServerRequest request, String operation) {
        return of(request).admit(request, operation);
    }

    private Authenticator of(ServerRequest request) {
        if (RunAuthenticator.isFor(request)) {
            return runs;
        }
        boolean hasKey = !request.headers().header(HttpHeaders.AUTHORIZATION).isEmpty();
        return hasKey || cookie.of(request).isEmpty() ? keys : sessions;
    }

    @Override
    public Validated<Principal> entering(Principal principal, String workspace) {
        return (principal.isPerson() ? sessions : keys).entering(principal, workspace);
    }

    @Override
    public Validated<Principal> again(ServerRequest request) {
        return of(request).again(request);
    }
}
