package io.postrider.identity.auth;

import io.postrider.web.server.PublicAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpCookie;
import org.springframework.http.ResponseCookie;
import org.springframework.web.reactive.function.server.ServerRequest;

/**
 * The session cookie: 256 random bits, for this host only (RFC 6265bis, section 4.1.3), not readable by scripts. Without TLS it
 * is used only on the local machine.
 */
public final class SessionCookie {

    private static final String NAME = "postrider-session";
    private static final int BYTES = 32;
    private static final int LENGTH = 43;
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    private final boolean secure;
    private final boolean usable;

    public SessionCookie(PublicAddress address) {
        this.secure = address.secure();
        this.usable = secure || LOOPBACK.contains(URI.create(address.baseUrl()).getHost());
    }

    /** Whether sign-in is possible at this address. */
    public boolean isUsable() {
        return usable;
    }

    /** Generates a new value. */
    public static String mint(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The value that a request carries, if it has the right length. */
    public Optional<String> of(ServerRequest request) {
        List<HttpCookie> given = request.cookies().getOrDefault(name(), List.of());
        return given.size() == 1
                ? Optional.of(given.getFirst().getValue()).filter(text -> text.length() == LENGTH)
                : Optional.empty();
    }

    /** The header that sets the cookie. */
    public String given(String value, Duration age) {
        return cookie(value, age);
    }

    /** The header that deletes the cookie. */
    public String taken() {
        return cookie("", Duration.ZERO);
    }

    private String cookie(String value, Duration age) {
        return ResponseCookie.from(name(), value)
                .path("/")
                .httpOnly(true)
                .secure(secure)
                .sameSite("Lax")
                .maxAge(age)
                .build()
                .toString();
    }

    private String name() {
        return secure ? "__Host-" + NAME : NAME;
    }
}
