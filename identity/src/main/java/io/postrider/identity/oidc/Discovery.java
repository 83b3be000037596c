package io.postrider.identity.oidc;

import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The provider's metadata (OpenID Connect Discovery 1.0), fetched lazily and kept for an hour; a failure is kept for ten
 * seconds. Concurrent callers share one request.
 */
final class Discovery {

    private static final Duration KEPT = Duration.ofHours(1);
    private static final Duration FAILURE_KEPT = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final OidcSettings.Client client;
    private final String callback;
    private final InstantSource clock;
    private final Mono<ClientRegistration> request;
    private @Nullable Attempt last;

    /**
     * @param keptUntil known after a response or a failure
     */
    private record Attempt(
            CompletableFuture<ClientRegistration> answer, CompletableFuture<Instant> keptUntil) {

        boolean isOver(Instant now) {
            return keptUntil.isDone() && !now.isBefore(keptUntil.join());
        }
    }

    Discovery(OidcSettings.Client client, String callback, WebClient web, InstantSource clock) {
        this.client = client;
        this.callback = callback;
        this.clock = clock;
        this.request =
                web.get()
                        .uri(withoutSlash(client.issuer()) + "/.well-known/openid-configuration")
                        .retrieve()
                        .bodyToMono(String.class)
                        .map(Discovery::json)
                        .map(this::registered)
                        .switchIfEmpty(
                                Mono.error(() ->
                                        new OidcException("the response of the provider is empty")))
                        .timeout(TIMEOUT);
    }

    Mono<ClientRegistration> registration() {
        return Mono.defer(() -> Mono.fromFuture(attempt().answer, true));
    }

    private synchronized Attempt attempt() {
        Instant now = clock.instant();
        if (last == null || last.isOver(now)) {
            last = begun();
        }
        return last;
    }

    private Attempt begun() {
        Attempt attempt = new Attempt(new CompletableFuture<>(), new CompletableFuture<>());
        var _ =
                request.subscribe(
                        found -> {
                            attempt.keptUntil.complete(clock.instant().plus(KEPT));
                            attempt.answer.complete(found);
                        },
                        failure -> {
                            attempt.keptUntil.complete(clock.instant().plus(FAILURE_KEPT));
                            attempt.answer.completeExceptionally(failure);
                        });
        return attempt;
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    static JsonNode json(String text) {
        try {
            return Json.mapper().readTree(text);
        } catch (JacksonException e) {
            throw new OidcException("the response of the provider is not JSON");
        }
    }

    private ClientRegistration registered(JsonNode document) {
        if (!document.path("issuer").asString("").equals(client.issuer())) {
            throw new OidcException(
                    "the issuer of the provider differs from the configured issuer");
        }
        ClientRegistration.Builder builder =
                ClientRegistration.withRegistrationId("oidc")
                        .clientId(client.id())
                        .clientSecret(client.secret())
                        .clientAuthenticationMethod(method(document))
                        .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                        .redirectUri(callback)
                        .scope("openid", "email", "profile")
                        .issuerUri(client.issuer())
                        .authorizationUri(place(document, "authorization_endpoint"))
                        .tokenUri(place(document, "token_endpoint"))
                        .jwkSetUri(place(document, "jwks_uri"));
        Optional.of(document.path("userinfo_endpoint").asString(""))
                .filter(uri -> !uri.isEmpty())
                .ifPresent(builder::userInfoUri);
        return builder.build();
    }

    private ClientAuthenticationMethod method(JsonNode document) {
        if (client.secret() == null) {
            return ClientAuthenticationMethod.NONE;
        }
        JsonNode methods = document.path("token_endpoint_auth_methods_supported");
        boolean basic =
                methods.isMissingNode()
                        || methods.valueStream()
                                .anyMatch(m -> m.asString("").equals("client_secret_basic"));
        return basic
                ? ClientAuthenticationMethod.CLIENT_SECRET_BASIC
                : ClientAuthenticationMethod.CLIENT_SECRET_POST;
    }

    private static String place(JsonNode document, String name) {
        String uri = document.path(name).asString("");
        if (uri.isEmpty()) {
            throw new OidcException("the provider metadata lacks " + name);
        }
        return uri;
    }
}
