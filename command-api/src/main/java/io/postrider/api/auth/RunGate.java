package io.postrider.api.auth;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Gate;
import io.postrider.api.http.Principal;
import io.postrider.api.http.Problem;
import io.postrider.platform.rules.RunToken;
import io.postrider.schemas.Actor;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Lets the operations of runs in, with the scopes of the publishers of their rules. */
final class RunGate implements Gate {

    private final byte[] key;
    private final InstantSource clock;

    /** @param key with which the engine signs tokens */
    RunGate(byte[] key, InstantSource clock) {
        this.key = key.clone();
        this.clock = clock;
    }

    /** Whether a request carries a token of a run. */
    static boolean isFor(ServerRequest request) {
        return request.headers().header(HttpHeaders.AUTHORIZATION).stream()
                .anyMatch(value -> value.startsWith(RunToken.SCHEME));
    }

    @Override
    public Mono<Checked<Admitted>> admit(ServerRequest request, String operation) {
        return Mono.just(
                again(request).then(principal -> Checked.valid(new Admitted(principal, Map.of()))));
    }

    @Override
    public Checked<Principal> entering(Principal principal, String workspace) {
        return principal.workspace().equals(workspace)
                ? Checked.valid(principal)
                : Checked.refused(Problem.notFound());
    }

    @Override
    public Checked<Principal> again(ServerRequest request) {
        return Optional.ofNullable(
                        request.headers().asHttpHeaders().getFirst(HttpHeaders.AUTHORIZATION))
                .flatMap(value -> RunToken.parse(value, key, clock.instant()))
                .map(RunGate::principal)
                .<Checked<Principal>>map(Checked::valid)
                .orElseGet(() -> Checked.refused(KeyGate.unauthorized()));
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
