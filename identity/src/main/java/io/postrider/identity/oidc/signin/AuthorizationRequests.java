package io.postrider.identity.oidc.signin;

import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.oidc.AuthorizationRequest;
import io.postrider.web.resource.Hmac;
import io.postrider.web.server.PublicAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpCookie;
import org.springframework.http.ResponseCookie;
import org.springframework.web.reactive.function.server.ServerRequest;

/**
 * Recognises a browser that comes back from a provider. The browser has a random value, and all other values are derived from
 * it with a key of every node, so no node has to remember anything.
 */
final class AuthorizationRequests {

    private static final String NAME = "postrider-oidc";
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Pattern VALUE =
            Pattern.compile("([0-9]{1,15})\\.([A-Za-z0-9_-]{43})\\.(in|link)");

    private final Hmac hmac;
    private final SecureRandom random;
    private final InstantSource clock;
    private final boolean secure;

    AuthorizationRequests(
            byte[] key, SecureRandom random, InstantSource clock, PublicAddress address) {
        this.hmac = new Hmac(key);
        this.random = random;
        this.clock = clock;
        this.secure = address.secure();
    }

    /**
     * An authorization request that was begun.
     *
     * @param links whether a signed-in user wants to link the account of the provider
     */
    record Begun(String value, boolean links, AuthorizationRequest authorizationRequest) {

        @Override
        public String toString() {
            return "Begun[]";
        }
    }

    Begun begin(boolean links) {
        String value =
                clock.millis() + "." + SessionCookie.mint(random) + "." + (links ? "link" : "in");
        return new Begun(value, links, of(value));
    }

    /** The authorization request of the browser, if it brings back the state of that request. */
    Optional<Begun> returned(ServerRequest request, String state) {
        List<HttpCookie> given = request.cookies().getOrDefault(name(), List.of());
        if (given.size() != 1) {
            return Optional.empty();
        }
        String value = given.getFirst().getValue();
        Matcher parts = VALUE.matcher(value);
        if (!parts.matches() || !isInTime(Long.parseLong(parts.group(1)))) {
            return Optional.empty();
        }
        return Optional.of(new Begun(value, parts.group(3).equals("link"), of(value)))
                .filter(begun -> isSame(begun.authorizationRequest().state(), state));
    }

    private boolean isInTime(long millis) {
        Instant begun = Instant.ofEpochMilli(millis);
        Instant now = clock.instant();
        return !begun.isAfter(now) && now.isBefore(begun.plus(LONGEST));
    }

    private AuthorizationRequest of(String value) {
        return new AuthorizationRequest(
                derived("state", value), derived("nonce", value), derived("verifier", value));
    }

    private String derived(String purpose, String value) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hmac.of(purpose, value));
    }

    private static boolean isSame(String wanted, String given) {
        return MessageDigest.isEqual(
                wanted.getBytes(StandardCharsets.US_ASCII), given.getBytes(StandardCharsets.UTF_8));
    }

    /** The header that sets the browser's value. */
    String cookie(Begun begun) {
        return ResponseCookie.from(name(), begun.value())
                .path("/")
                .httpOnly(true)
                .secure(secure)
                .sameSite("Lax")
                .maxAge(LONGEST)
                .build()
                .toString();
    }

    private String name() {
        return secure ? "__Host-" + NAME : NAME;
    }
}
