package io.postrider.identity.users;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An OpenID Connect provider that authenticates the user of a test's choice, and validates the redemption of a code as strictly
 * as a real one.
 */
public final class SmallProvider implements AutoCloseable {

    static final String CLIENT = "postrider";
    public static final String SECRET = "planted-client-secret";
    private static final String CODE = "the-code";

    /** To make a key takes a second, and tests do not change it. */
    private static final RSAKey KEY = key();

    private final RecordingReceiver server = RecordingReceiver.start();
    private RSAKey signing = KEY;
    private Map<String, Object> person = Map.of();
    private Map<String, Object> info = Map.of();
    private UnaryOperator<JWTClaimsSet.Builder> change = claims -> claims;
    private String challenge = "";
    private String nonce = "";
    private boolean down;

    public SmallProvider() {
        server.answerBy(this::answer);
    }

    public String issuer() {
        return server.url("");
    }

    /** The settings of a service that knows it. */
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(TestPeople.SECURE);
        settings.put("POSTRIDER_OIDC_ISSUER", issuer());
        settings.put("POSTRIDER_OIDC_CLIENT_ID", CLIENT);
        settings.put("POSTRIDER_OIDC_CLIENT_SECRET", SECRET);
        settings.put("POSTRIDER_OIDC_NAME", "Small Login");
        return settings;
    }

    /** How often a path was asked for. */
    public long asked(String path) {
        return server.requests().stream().filter(it -> it.target().equals(path)).count();
    }

    public void isDown(boolean whether) {
        down = whether;
    }

    /** Sets the claims of the next ID token. */
    public void letsIn(Map<String, Object> claims) {
        person = claims;
        info = Map.of("sub", String.valueOf(claims.get("sub")));
    }

    /** Sets the claims of the UserInfo endpoint. */
    public void tells(Map<String, Object> claims) {
        info = claims;
    }

    /** Makes its tokens wrong. */
    public void lies(UnaryOperator<JWTClaimsSet.Builder> how) {
        change = how;
    }

    /** Signs with an unknown key. */
    public void signsWithAnotherKey() {
        signing = key();
    }

    /** Visits the authorization page as a browser would; returns the query of the callback. */
    public String visited(String address) {
        nonce = parameter(address, "nonce");
        challenge = parameter(address, "code_challenge");
        if (!parameter(address, "code_challenge_method").equals("S256")
                || !parameter(address, "client_id").equals(CLIENT)
                || !parameter(address, "scope").contains("openid")
                || !parameter(address, "redirect_uri")
                        .equals("https://short.test/user/oidc/callback")) {
            throw new AssertionError(address);
        }
        return "?code=" + CODE + "&state=" + parameter(address, "state");
    }

    static String parameter(String address, String name) {
        Matcher found = Pattern.compile("[?&]" + name + "=([^&]*)").matcher(address);
        return found.find() ? URLDecoder.decode(found.group(1), StandardCharsets.UTF_8) : "";
    }

    private StubResponse answer(ReceivedRequest request) {
        if (down) {
            return StubResponse.status(503);
        }
        return switch (request.target()) {
            case "/.well-known/openid-configuration" -> json(200, document());
            case "/jwks" -> json(200, new JWKSet(KEY.toPublicJWK()).toString());
            case "/token" -> redeemed(request);
            case "/userinfo" -> json(200, Json.mapper().writeValueAsString(info));
            default -> StubResponse.status(404);
        };
    }

    private static StubResponse json(int status, String body) {
        return StubResponse.status(status, Map.of("Content-Type", "application/json"), body);
    }

    private String document() {
        return Json.object()
                .put("issuer", issuer())
                .put("authorization_endpoint", server.url("/authorize"))
                .put("token_endpoint", server.url("/token"))
                .put("jwks_uri", server.url("/jwks"))
                .put("userinfo_endpoint", server.url("/userinfo"))
                .toString();
    }

    private StubResponse redeemed(ReceivedRequest request) {
        String form = "?" + request.text();
        String basic =
                "Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        boolean isClient =
                request.headers().stream()
                        .anyMatch(header ->
                                header.getKey().equalsIgnoreCase("Authorization")
                                        && header.getValue().equals(basic));
        boolean isSame = hashed(parameter(form, "code_verifier")).equals(challenge);
        if (!isClient || !isSame || !parameter(form, "code").equals(CODE)) {
            return json(400, "{\"error\":\"invalid_grant\"}");
        }
        // A code is good once.
        challenge = "";
        return json(
                200,
                Json.object()
                        .put("access_token", "access")
                        .put("token_type", "Bearer")
                        .put("expires_in", 60)
                        .put("id_token", token())
                        .toString());
    }

    private String token() {
        Instant now = Instant.now();
        JWTClaimsSet.Builder claims =
                new JWTClaimsSet.Builder()
                        .issuer(issuer())
                        .audience(CLIENT)
                        .claim("nonce", nonce)
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(now.plusSeconds(60)));
        person.forEach(claims::claim);
        SignedJWT token =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(),
                        change.apply(claims).build());
        try {
            token.sign(new RSASSASigner(signing));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }

    private static String hashed(String verifier) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048).keyID("k1").generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
