package io.postrider.identity.oidc.signin;

import io.postrider.identity.auth.SessionAuthenticator;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.oidc.OidcProvider;
import io.postrider.identity.users.LoginPolicy;
import io.postrider.identity.users.SignIn;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.Principal;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Sign-in by OpenID Connect: a page sends the browser to the provider, and the provider sends it back. */
final class OidcRoutes implements ApiRoutes {

    private static final Logger LOGGER = LoggerFactory.getLogger(OidcRoutes.class);
    private static final String START = "/user/oidc/start";
    private static final String CONSOLE = "/user/api/";

    private final Optional<OidcProvider> provider;
    private final OidcThrottle throttle;
    private final AuthorizationRequests authorizationRequests;
    private final OidcSignIn signIn;
    private final LoginPolicy loginPolicy;
    private final SessionAuthenticator gate;
    private final SessionCookie cookie;
    private final SessionSettings settings;

    OidcRoutes(
            Optional<OidcProvider> provider,
            OidcThrottle throttle,
            AuthorizationRequests authorizationRequests,
            OidcSignIn signIn,
            LoginPolicy loginPolicy,
            SessionAuthenticator gate,
            SessionCookie cookie,
            SessionSettings settings) {
        this.provider = provider;
        this.throttle = throttle;
        this.authorizationRequests = authorizationRequests;
        this.signIn = signIn;
        this.loginPolicy = loginPolicy;
        this.gate = gate;
        this.cookie = cookie;
        this.settings = settings;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get("/api/v1/sign-in-methods").open().to(this::methods),
                ApiRoute.get(START).open().to(this::start),
                ApiRoute.get(OidcProvider.CALLBACK)
                        .open()
                        .taking("code", "state", "error", "iss")
                        .takingMore()
                        .to(this::back));
    }

    private Mono<ApiResponse> methods(ApiRequest request) {
        ObjectNode body = Json.object().put("object", "sign_in_methods").put("password", true);
        provider.ifPresentOrElse(
                set -> body.putObject("oidc").put("name", set.name()).put("start", START),
                () -> body.putNull("oidc"));
        return Mono.just(ApiResponse.ok(body));
    }

    private Mono<ApiResponse> start(ApiRequest request) {
        return set().then(provider ->
                        loginPolicy.passable(request).then(_ -> Validated.valid(provider)))
                .then(provider -> throttle.take(request, provider))
                .answer(provider -> {
                    AuthorizationRequests.Begun begun = authorizationRequests.begin(links(request));
                    return provider.authorizationUri(begun.authorizationRequest())
                            .<ApiResponse>map(uri ->
                                    to(uri.toString())
                                            .with(
                                                    "Set-Cookie",
                                                    authorizationRequests.cookie(begun)))
                            .onErrorResume(failure -> Mono.just(failed(request, failure)));
                });
    }

    private Validated<OidcProvider> set() {
        return provider.map(Validated::valid)
                .orElseGet(() -> Validated.refused(Problem.notFound()));
    }

    /** Only a page of this service links: another page could make a browser link an account of its choice. */
    private boolean links(ApiRequest request) {
        return signedIn(request).isPresent()
                && request.headers().getOrEmpty("Sec-Fetch-Site").equals(List.of("same-origin"));
    }

    private Optional<Principal> signedIn(ApiRequest request) {
        boolean hasCookie = cookie.of(request.server()).isPresent();
        return hasCookie
                        && gate.again(request.server())
                                instanceof Validated.Valid<Principal>(Principal principal)
                ? Optional.of(principal)
                : Optional.empty();
    }

    private Mono<ApiResponse> back(ApiRequest request) {
        return set().answer(provider ->
                switch (throttle.take(request, provider)) {
                    case Validated.Refused<OidcProvider>(Problem problem) ->
                            Mono.just(refused(problem.code()));
                    case Validated.Valid<OidcProvider> _ -> returned(request, provider);
                });
    }

    private Mono<ApiResponse> returned(ApiRequest request, OidcProvider provider) {
        Optional<AuthorizationRequests.Begun> begun =
                request.parameter("state")
                        .flatMap(state -> authorizationRequests.returned(request.server(), state));
        Optional<String> code = request.parameter("code");
        boolean isItself = request.parameter("iss").map(provider.issuer()::equals).orElse(true);
        if (begun.isEmpty() || code.isEmpty() || !isItself) {
            return Mono.just(refused("oidc_refused"));
        }
        return switch (loginPolicy.ready(request)) {
            case Validated.Refused<ApiRequest>(Problem problem) ->
                    Mono.just(refused(problem.code()));
            case Validated.Valid<ApiRequest> _ ->
                    provider.person(begun.get().authorizationRequest(), code.get())
                            .flatMap(person ->
                                    signIn.of(
                                            request,
                                            person,
                                            begun.get().links()
                                                    ? signedIn(request)
                                                    : Optional.empty()))
                            .map(this::led)
                            .onErrorResume(failure -> {
                                Problem problem = failed(request, failure);
                                return Mono.just(refused(problem.code()));
                            });
        };
    }

    private ApiResponse led(SignIn.Outcome outcome) {
        return switch (outcome) {
            case SignIn.Outcome.In in ->
                    to(CONSOLE).with("Set-Cookie", cookie.given(in.cookie(), settings.longest()));
            case SignIn.Outcome.Out(Problem problem) -> refused(problem.code());
            case SignIn.Outcome.Out _ -> refused("internal_error");
        };
    }

    private static ApiResponse refused(String code) {
        return to(CONSOLE + "sign-in?problem=" + code);
    }

    private static ApiResponse.Reply to(String place) {
        return ApiResponse.empty(303).with("Location", URI.create(place).toString());
    }

    /** The error of a provider may contain personal data, so only its kind is logged. */
    private static Problem failed(ApiRequest request, Throwable failure) {
        LOGGER.atWarn()
                .addKeyValue("request", request.requestId())
                .addKeyValue("error", failure.getClass().getSimpleName())
                .log("The OpenID Connect provider failed");
        return Problem.of(
                502,
                "oidc_provider_failed",
                "The provider did not respond, or its response is not valid.");
    }
}
