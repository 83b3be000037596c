package io.postrider.api.automation;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.AuditTrail;
import io.postrider.api.http.AuditTrail.Deed;
import io.postrider.api.http.AuditTrail.Entry;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Gate;
import io.postrider.api.http.Principal;
import io.postrider.api.http.Problem;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.runtime.secrets.HmacSha256;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.json.EndpointJson;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Mono;

/** Judges whether a request may publish at an endpoint, in the way that the endpoint asks for. */
final class InboundProof {

    private static final String SCOPE = "automation.endpoints:publish";
    private static final String OPERATION = "POST " + EndpointJson.IN + "{id}";

    private final SecretBox box;
    private final TokenHasher hasher;
    private final Gate keys;
    private final AuditTrail audit;

    /** @param keys admits requests that carry an API key */
    InboundProof(SecretBox box, TokenHasher hasher, Gate keys, AuditTrail audit) {
        this.box = box;
        this.hasher = hasher;
        this.keys = keys;
        this.audit = audit;
    }

    /** The endpoint if the request may publish there. */
    Mono<Checked<Endpoint>> of(Endpoint endpoint, ApiRequest request, Instant now) {
        if (endpoint.auth() == EndpointAuth.API_KEY) {
            return byKey(endpoint, request);
        }
        return Mono.just(
                isAuthentic(endpoint, request, now)
                        ? Checked.valid(endpoint)
                        : Checked.refused(refusal(endpoint.auth())));
    }

    /** The secrets that count, in plain text. */
    Stream<String> secrets(Endpoint endpoint) {
        return Stream.of(endpoint.secret(), endpoint.formerSecret())
                .filter(Objects::nonNull)
                .map(sealed ->
                        box.open(endpoint.workspace(), Endpoint.purpose(endpoint.id()), sealed))
                .flatMap(Optional::stream);
    }

    private boolean isAuthentic(Endpoint endpoint, ApiRequest request, Instant now) {
        if (endpoint.auth() == EndpointAuth.URL_TOKEN) {
            String given = hasher.hash(request.parameter("token").orElse(""));
            return HmacSha256.isSame(endpoint.token(), given);
        }
        return secrets(endpoint)
                .anyMatch(secret ->
                        InboundSignature.isValid(
                                endpoint, secret, request.headers(), request.body(), now));
    }

    private static Problem refusal(EndpointAuth auth) {
        Problem problem =
                Problem.of(
                        401,
                        "endpoint_auth_failed",
                        switch (auth) {
                            case URL_TOKEN -> "The token is not that of the endpoint.";
                            case BASIC, HEADER -> "The request lacks the secret of the endpoint.";
                            default -> "The request is not signed as the endpoint expects.";
                        });
        return auth == EndpointAuth.BASIC
                ? problem.with(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"postrider\"")
                : problem;
    }

    private Mono<Checked<Endpoint>> byKey(Endpoint endpoint, ApiRequest request) {
        return keys.admit(request.server(), OPERATION)
                .map(entry ->
                        entry.then(admitted -> {
                            HttpHeaders told =
                                    request.server().exchange().getResponse().getHeaders();
                            admitted.headers().forEach(told::set);
                            return keys.entering(admitted.principal(), endpoint.workspace())
                                    .then(key -> permitted(endpoint, request, key));
                        }));
    }

    private Checked<Endpoint> permitted(Endpoint endpoint, ApiRequest request, Principal key) {
        boolean reaches = key.resources().isEmpty() || key.resources().contains(endpoint.id());
        if (key.may(SCOPE) && reaches) {
            return Checked.valid(endpoint);
        }
        Problem problem = key.may(SCOPE) ? Problem.notFound() : Problem.scopeMissing(SCOPE);
        Entry denied =
                new Entry(
                        key.workspace(),
                        key.actor(),
                        OPERATION,
                        new Deed.Denied(problem.code()),
                        request.requestId(),
                        null);
        audit.take(() -> List.of(denied));
        return Checked.refused(problem);
    }
}
