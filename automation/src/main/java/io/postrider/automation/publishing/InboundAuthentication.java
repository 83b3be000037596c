package io.postrider.automation.publishing;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.platform.secrets.HmacSha256;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.schemas.json.EndpointJson;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.AuditTrail.Entry;
import io.postrider.web.route.Authenticator;
import io.postrider.web.route.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Mono;

/** Judges whether a request may publish at an endpoint: each of its proofs does. */
public final class InboundAuthentication {

    private static final String SCOPE = "automation.endpoints:publish";
    private static final String BEARER = "Bearer ";
    private static final String OPERATION = "POST " + EndpointJson.IN + "{id}";

    private final SecretBox box;
    private final TokenHasher hasher;
    private final Authenticator keys;
    private final AuditTrail audit;

    /** @param keys admits requests that carry an API key */
    public InboundAuthentication(
            SecretBox box, TokenHasher hasher, Authenticator keys, AuditTrail audit) {
        this.box = box;
        this.hasher = hasher;
        this.keys = keys;
        this.audit = audit;
    }

    /**
     * The proof of a request.
     *
     * @param signedId the id that the signature covers; null where it covers none
     */
    record Proved(EndpointProof proof, @Nullable String signedId) {}

    /** The first proof of the endpoint that the request has. */
    Mono<Validated<Proved>> of(Endpoint endpoint, ApiRequest request, Instant now) {
        List<EndpointProof> accepted = endpoint.acceptedProofs();
        Optional<Proved> proved =
                accepted.stream()
                        .flatMap(proof -> proved(endpoint, proof, request, now).stream())
                        .findFirst();
        Optional<EndpointProof> key =
                accepted.stream()
                        .filter(proof -> proof.auth() == EndpointAuth.API_KEY)
                        .filter(_ -> accepted.size() == 1 || hasKey(request))
                        .findFirst();
        return proved.map(valid -> Mono.just(Validated.valid(valid)))
                .or(() -> key.map(proof -> byKey(endpoint, proof, request)))
                .orElseGet(() -> Mono.just(Validated.refused(refusal(accepted))));
    }

    /** The names of the headers that prove something, in lower case. */
    Set<String> headers(Endpoint endpoint) {
        return endpoint.acceptedProofs().stream()
                .flatMap(proof ->
                        switch (proof.auth()) {
                            case HEADER ->
                                    secret(endpoint, proof)
                                            .map(InboundCredentials::headerName)
                                            .stream();
                            case CUSTOM ->
                                    Optional.ofNullable(proof.signature())
                                            .map(CustomSignature::header)
                                            .map(name -> name.toLowerCase(Locale.ROOT))
                                            .stream();
                            default -> Stream.<String>empty();
                        })
                .collect(Collectors.toSet());
    }

    /** The secret of a proof, in plain text. */
    Optional<String> secret(Endpoint endpoint, EndpointProof proof) {
        return Optional.ofNullable(proof.secret())
                .flatMap(sealed ->
                        box.open(endpoint.workspace(), Endpoint.purpose(endpoint.id()), sealed));
    }

    private Optional<Proved> proved(
            Endpoint endpoint, EndpointProof proof, ApiRequest request, Instant now) {
        if (proof.auth() == EndpointAuth.URL_TOKEN) {
            String given = hasher.hash(request.parameter("token").orElse(""));
            return Optional.of(new Proved(proof, null))
                    .filter(_ -> HmacSha256.isSame(endpoint.token(), given));
        }
        Optional<String> secret = secret(endpoint, proof);
        if (proof.auth() == EndpointAuth.STANDARD_WEBHOOKS) {
            return secret.flatMap(key ->
                            InboundSignature.signedId(key, request.headers(), request.body(), now))
                    .map(id -> new Proved(proof, id));
        }
        return secret.filter(key ->
                        InboundSignature.isValid(
                                proof, key, request.headers(), request.body(), now))
                .map(_ -> new Proved(proof, null));
    }

    private static boolean hasKey(ApiRequest request) {
        String given = request.headers().getFirst(HttpHeaders.AUTHORIZATION);
        return given != null && given.regionMatches(true, 0, BEARER, 0, BEARER.length());
    }

    private static Problem refusal(List<EndpointProof> accepted) {
        Problem problem =
                Problem.of(
                        401,
                        "endpoint_auth_failed",
                        accepted.size() == 1
                                ? lack(accepted.getFirst().auth())
                                : "The request has no valid credentials of the endpoint.");
        return accepted.stream().anyMatch(proof -> proof.auth() == EndpointAuth.BASIC)
                ? problem.with(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"postrider\"")
                : problem;
    }

    private static String lack(EndpointAuth auth) {
        return switch (auth) {
            case URL_TOKEN -> "The token does not match the endpoint.";
            case BASIC, HEADER -> "The request does not have the secret of the endpoint.";
            default -> "The request does not have a valid signature for the endpoint.";
        };
    }

    private Mono<Validated<Proved>> byKey(
            Endpoint endpoint, EndpointProof proof, ApiRequest request) {
        return keys.admit(request.server(), OPERATION)
                .map(entry ->
                        entry.then(admitted -> {
                            HttpHeaders told =
                                    request.server().exchange().getResponse().getHeaders();
                            admitted.headers().forEach(told::set);
                            return keys.entering(admitted.principal(), endpoint.workspace())
                                    .then(key -> permitted(endpoint, proof, request, key));
                        }));
    }

    private Validated<Proved> permitted(
            Endpoint endpoint, EndpointProof proof, ApiRequest request, Principal key) {
        boolean reaches = key.resources().isEmpty() || key.resources().contains(endpoint.id());
        if (key.may(SCOPE) && reaches) {
            return Validated.valid(new Proved(proof, null));
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
        return Validated.refused(problem);
    }
}
