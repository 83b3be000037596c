package io.postrider.identity.oidc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.oidc.authentication.ReactiveOidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.converter.ClaimTypeConverter;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Validates ID tokens: signed by the provider, for this service, for this authorization request, and not expired. */
final class IdTokens {

    /** Public keys only: any service that shares a secret with the provider could sign for it. */
    private static final List<SignatureAlgorithm> ALGORITHMS =
            List.of(
                    SignatureAlgorithm.RS256,
                    SignatureAlgorithm.RS384,
                    SignatureAlgorithm.RS512,
                    SignatureAlgorithm.PS256,
                    SignatureAlgorithm.PS384,
                    SignatureAlgorithm.PS512,
                    SignatureAlgorithm.ES256,
                    SignatureAlgorithm.ES384,
                    SignatureAlgorithm.ES512);

    private final WebClient web;
    private final Map<String, NimbusReactiveJwtDecoder> decoders = new ConcurrentHashMap<>();

    IdTokens(WebClient web) {
        this.web = web;
    }

    Mono<Jwt> checked(ClientRegistration registration, String nonce, String token) {
        String place = registration.getProviderDetails().getJwkSetUri();
        return decoders.computeIfAbsent(String.valueOf(place), uri -> decoder(registration, uri))
                .decode(token)
                .map(decoded -> {
                    if (!isSame(nonce, decoded.getClaimAsString(IdTokenClaimNames.NONCE))) {
                        throw new OidcException(
                                "the nonce of the token does not match this sign-in");
                    }
                    return decoded;
                });
    }

    private NimbusReactiveJwtDecoder decoder(ClientRegistration registration, String uri) {
        NimbusReactiveJwtDecoder decoder =
                NimbusReactiveJwtDecoder.withJwkSetUri(uri)
                        .webClient(web)
                        .jwsAlgorithms(algorithms -> algorithms.addAll(ALGORITHMS))
                        .build();
        decoder.setJwtValidator(
                new DelegatingOAuth2TokenValidator<>(
                        new JwtTimestampValidator(), new OidcIdTokenValidator(registration)));
        decoder.setClaimSetConverter(
                new ClaimTypeConverter(
                        ReactiveOidcIdTokenDecoderFactory.createDefaultClaimTypeConverters()));
        return decoder;
    }

    private static boolean isSame(String wanted, @Nullable String given) {
        return given != null
                && MessageDigest.isEqual(
                        wanted.getBytes(StandardCharsets.US_ASCII),
                        given.getBytes(StandardCharsets.UTF_8));
    }
}
