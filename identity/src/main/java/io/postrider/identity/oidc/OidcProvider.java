package io.postrider.identity.oidc;

import io.netty.channel.ChannelOption;
import io.postrider.platform.hashes.Sha256;
import io.postrider.web.server.PublicAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.endpoint.WebClientReactiveAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import tools.jackson.databind.JsonNode;

/**
 * An OpenID Connect provider: redirects browsers to it, and gets the authenticated user from it. Spring Security's client
 * implements the protocol and validates the tokens; the session on this side is not its task.
 */
public final class OidcProvider {

    /** The path of the callback. */
    public static final String CALLBACK = "/user/oidc/callback";

    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final int CONNECT_MILLIS = 3_000;
    private static final int ANSWER_BYTES_MAX = 256 << 10;

    private final OidcSettings.Client client;
    private final WebClient web;
    private final Discovery discovery;
    private final IdTokens tokens;
    private final WebClientReactiveAuthorizationCodeTokenResponseClient codes =
            new WebClientReactiveAuthorizationCodeTokenResponseClient();

    public OidcProvider(OidcSettings.Client client, PublicAddress address, InstantSource clock) {
        this.client = client;
        this.web = web();
        this.discovery = new Discovery(client, address.baseUrl() + CALLBACK, web, clock);
        this.tokens = new IdTokens(web);
        codes.setWebClient(web);
    }

    /** The client repeats no request, follows no redirect, and limits the size of responses. */
    private static WebClient web() {
        HttpClient http =
                HttpClient.create()
                        .followRedirect(false)
                        .disableRetry(true)
                        .responseTimeout(SILENCE)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS);
        return WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(http))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(ANSWER_BYTES_MAX))
                .build();
    }

    /** The provider's name on the button. */
    public String name() {
        return client.name();
    }

    /** The issuer of the provider. */
    public String issuer() {
        return client.issuer();
    }

    /** The address of the provider's sign-in page. */
    public Mono<URI> authorizationUri(AuthorizationRequest authorizationRequest) {
        return discovery
                .registration()
                .map(registration ->
                        URI.create(
                                asked(registration, authorizationRequest)
                                        .getAuthorizationRequestUri()))
                .timeout(LONGEST);
    }

    /** The authenticated user, for the code that a browser has brought back. */
    public Mono<OidcPerson> person(AuthorizationRequest authorizationRequest, String code) {
        return discovery
                .registration()
                .flatMap(registration -> redeemed(registration, authorizationRequest, code))
                .timeout(LONGEST);
    }

    private static OAuth2AuthorizationRequest asked(
            ClientRegistration registration, AuthorizationRequest authorizationRequest) {
        return OAuth2AuthorizationRequest.authorizationCode()
                .clientId(registration.getClientId())
                .authorizationUri(
                        Objects.requireNonNull(
                                registration.getProviderDetails().getAuthorizationUri()))
                .redirectUri(registration.getRedirectUri())
                .scopes(registration.getScopes())
                .state(authorizationRequest.state())
                .attributes(
                        Map.of(PkceParameterNames.CODE_VERIFIER, authorizationRequest.verifier()))
                .additionalParameters(
                        Map.of(
                                OidcParameterNames.NONCE,
                                authorizationRequest.nonce(),
                                PkceParameterNames.CODE_CHALLENGE,
                                challenge(authorizationRequest.verifier()),
                                PkceParameterNames.CODE_CHALLENGE_METHOD,
                                "S256"))
                .build();
    }

    private static String challenge(String verifier) {
        byte[] hash = Sha256.of(verifier.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    private Mono<OidcPerson> redeemed(
            ClientRegistration registration,
            AuthorizationRequest authorizationRequest,
            String code) {
        OAuth2AuthorizationResponse response =
                OAuth2AuthorizationResponse.success(code)
                        .redirectUri(Objects.requireNonNull(registration.getRedirectUri()))
                        .state(authorizationRequest.state())
                        .build();
        OAuth2AuthorizationExchange exchange =
                new OAuth2AuthorizationExchange(
                        asked(registration, authorizationRequest), response);
        return codes.getTokenResponse(
                        new OAuth2AuthorizationCodeGrantRequest(registration, exchange))
                .flatMap(granted ->
                        tokens.checked(registration, authorizationRequest.nonce(), idToken(granted))
                                .flatMap(token -> person(registration, granted, token)));
    }

    private static String idToken(OAuth2AccessTokenResponse granted) {
        if (granted.getAdditionalParameters().get(OidcParameterNames.ID_TOKEN)
                instanceof String token) {
            return token;
        }
        throw new OidcException("the provider returned no ID token");
    }

    /** The provider's UserInfo endpoint supplies the claims that the token lacks. */
    private Mono<OidcPerson> person(
            ClientRegistration registration, OAuth2AccessTokenResponse granted, Jwt token) {
        String place = registration.getProviderDetails().getUserInfoEndpoint().getUri();
        if (token.getClaims().get("email") != null || place == null) {
            return Mono.just(person(token, Discovery.json("{}")));
        }
        return web.get()
                .uri(URI.create(place))
                .headers(headers -> headers.setBearerAuth(granted.getAccessToken().getTokenValue()))
                .retrieve()
                .bodyToMono(String.class)
                .map(Discovery::json)
                .map(info -> person(token, ofSame(token, info)));
    }

    private static JsonNode ofSame(Jwt token, JsonNode info) {
        if (!info.path("sub").asString("").equals(token.getSubject())) {
            throw new OidcException("the user info of the provider has another subject");
        }
        return info;
    }

    private OidcPerson person(Jwt token, JsonNode info) {
        String subject = token.getSubject();
        if (subject == null) {
            throw new OidcException("the token has no subject");
        }
        Object verified = token.getClaims().get("email_verified");
        return new OidcPerson(
                client.issuer(),
                subject,
                text(token, info, "email"),
                verified == null
                        ? info.path("email_verified").asBoolean(false)
                        : String.valueOf(verified).equals("true"),
                text(token, info, "name"));
    }

    private static Optional<String> text(Jwt token, JsonNode info, String claim) {
        return Optional.ofNullable(token.getClaims().get(claim))
                .map(String::valueOf)
                .or(() -> Optional.ofNullable(info.path(claim).asString(null)))
                .filter(text -> !text.isBlank());
    }
}
