package io.postrider.identity.auth;

import io.postrider.platform.secrets.RunToken;
import io.postrider.schemas.Actor;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.Authenticator;
import io.postrider.web.route.Principal;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Authenticates the operations of runs, with the scopes of the publishers of their rules. */
final class RunAuthenticator implements Authenticator {

    private final byte[] key;
    private final InstantSource clock;

    /**
     * @param key key with which the engine signs tokens
     */
    RunAuthenticator(byte[] key, InstantSource clock) {
        this.key = key.clone();
        this.clock = clock;
    }

    /** Whether a request carries the token of a run. */
    static boolean isFor(ServerRequest request) {
        return request.headers().header(HttpHeaders.AUTHORIZATION).stream()
                .anyMatch(value -> value.startsWith(RunToken.SCHEME));
    }

    @Override
    public Mono<Validated<Admitted>> admit(ServerRequest request, String operation) {
        return Mono.just(
                again(request)
                        .then(principal -> Validated.valid(new Admitted(principal, Map.of()))));
    }

    @Override
    public Validated<Principal> entering(Principal principal, String workspace) {
        return principal.workspace().equals(workspace)
                ? Validated.valid(principal)
                : Validated.refused(Problem.notFound());
    }

    @Override
    public Validated<Principal> again(ServerRequest request) {
        return Optional.ofNullable(
                        request.headers().asHttpHeaders().getFirst(HttpHeaders.AUTHORIZATION))
                .flatMap(value -> RunToken.parse(value, key, clock.instant()))
                .map(RunAuthenticator::principal)
                .<Validated<Principal>>map(Validated::valid)
                .orElseGet(() -> Validated.refused(ApiKeyAuthenticator.unauthorized()));
    }

    private static Principal principal(RunToken token) {
        return new Principal(
                Actor.rule(token.ruleId(), token.cause()),
                null,
                token.workspace(),
                token.scopes(),
                List.of(),
                null);
    }
}
