package io.postrider.automation.publishing;

import io.postrider.automation.publishing.InboundAuthentication.Proved;
import io.postrider.automation.publishing.InboundEvents.Sent;
import io.postrider.domain.automation.Endpoint;
import io.postrider.schemas.json.EndpointJson;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.ClientBlock;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;

/** The addresses at which other systems publish. A request is in the log as an event before it is answered. */
public final class InboundRoutes implements ApiRoutes {

    private static final int BODY_BYTES_MAX = 1 << 20;

    private final InboundEndpoints endpoints;
    private final InboundAuthentication proof;
    private final InboundAnswers answers;
    private final ClientAddress addresses;
    private final IdGenerator mint;

    public InboundRoutes(
            InboundEndpoints endpoints,
            InboundAuthentication proof,
            InboundAnswers answers,
            ClientAddress addresses,
            IdGenerator mint) {
        this.endpoints = endpoints;
        this.proof = proof;
        this.answers = answers;
        this.addresses = addresses;
        this.mint = mint;
    }

    /** The processing of an authorised request. */
    @FunctionalInterface
    private interface Work {
        Mono<ApiResponse> of(Endpoint endpoint, Sent sent);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                route(
                        "",
                        (endpoint, sent) ->
                                InboundHandshake.posted(
                                                sent.sender(),
                                                sent.body(),
                                                () -> secret(endpoint, sent))
                                        .map(Mono::just)
                                        .orElseGet(() -> answers.of(endpoint, sent))),
                route("/test", (endpoint, sent) -> answers.tried(endpoint, sent)),
                ApiRoute.get(EndpointJson.IN + "{id}")
                        .open()
                        .taking(InboundHandshake.PARAMETERS)
                        .producing(MediaType.APPLICATION_JSON, MediaType.TEXT_PLAIN)
                        .to(request -> Mono.just(handshake(request))));
    }

    private static boolean isBatch(ApiRequest request) {
        return request.parameter("batch").filter("true"::equals).isPresent()
                || CloudEvents.isBatch(request.headers());
    }

    private static Optional<Problem> malformed(ApiRequest request, Sent sent) {
        return List.of("true", "false").contains(request.parameter("batch").orElse("false"))
                ? InboundIdentity.emptyName(sent)
                : Optional.of(
                        Problem.badParameter(
                                "batch", "invalid_parameter", "Expected true or false."));
    }

    private ApiResponse handshake(ApiRequest request) {
        return endpoints
                .find(request.variable("id"))
                .map(endpoint ->
                        refusal(endpoint, request)
                                .<ApiResponse>map(problem -> problem)
                                .orElseGet(() ->
                                        InboundHandshake.got(
                                                endpoint,
                                                request,
                                                of -> proof.secret(endpoint, of))))
                .orElseGet(Problem::notFound);
    }

    private Optional<String> secret(Endpoint endpoint, Sent sent) {
        return Optional.ofNullable(sent.by())
                .flatMap(proved -> proof.secret(endpoint, proved.proof()));
    }

    private ApiRoute route(String name, Work work) {
        return ApiRoute.postRaw(EndpointJson.IN + "{id}" + name)
                .open()
                .taking("token", "batch")
                .upTo(BODY_BYTES_MAX)
                .to(request -> proved(request, work));
    }

    private Mono<ApiResponse> proved(ApiRequest request, Work work) {
        Optional<Endpoint> found = endpoints.find(request.variable("id"));
        if (found.isEmpty()) {
            return Mono.just(Problem.notFound());
        }
        // Now, since the body is not kept until a key is judged.
        Sent sent =
                new Sent(
                        request.headers(),
                        request.body(),
                        request.requestId(),
                        request.traceparent(),
                        isBatch(request));
        Endpoint endpoint = found.get();
        return proof.of(endpoint, request, mint.now())
                .flatMap(checked ->
                        switch (checked) {
                            case Validated.Refused<Proved>(Problem problem) ->
                                    Mono.just(answers.turnedAway(endpoint, sent, problem));
                            case Validated.Valid<Proved>(Proved by) ->
                                    admitted(endpoint, request, sent.provedBy(by), work);
                        });
    }

    private Mono<ApiResponse> admitted(
            Endpoint endpoint, ApiRequest request, Sent sent, Work work) {
        return refusal(endpoint, request)
                .or(() -> malformed(request, sent))
                .map(problem -> Mono.just(answers.turnedAway(endpoint, sent, problem)))
                .orElseGet(() -> work.of(endpoint, sent));
    }

    private Optional<Problem> refusal(Endpoint endpoint, ApiRequest request) {
        if (!endpoint.enabled()) {
            return Optional.of(Problem.of(410, "endpoint_disabled", "The endpoint is disabled."));
        }
        String origin = request.headers().getOrigin();
        List<String> origins = endpoint.intake().allowedOrigins();
        if (origin != null && origins.contains(origin)) {
            HttpHeaders told = request.server().exchange().getResponse().getHeaders();
            told.setAccessControlAllowOrigin(origin);
            told.add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        } else if (origin != null && !origins.isEmpty()) {
            return Optional.of(
                    Problem.of(
                            403,
                            "origin_not_allowed",
                            "The endpoint does not allow pages of this origin."));
        }
        return isAllowed(endpoint, request)
                ? Optional.empty()
                : Optional.of(
                        Problem.of(
                                403,
                                "address_not_allowed",
                                "The endpoint does not allow requests from this address."));
    }

    private boolean isAllowed(Endpoint endpoint, ApiRequest request) {
        List<String> allowed = endpoint.intake().allowedAddresses();
        return allowed.isEmpty()
                || addresses
                        .of(request.server())
                        .filter(address ->
                                allowed.stream()
                                        .flatMap(block -> ClientBlock.parse(block).stream())
                                        .anyMatch(block -> block.contains(address)))
                        .isPresent();
    }
}
