package io.postrider.automation.publishing;

import static io.postrider.platform.secrets.HmacSha256.isSame;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.kernel.FieldError;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/** Secrets that senders show as they are: a name with a password, or a header. They are compared in constant time. */
public final class InboundCredentials {

    private static final String SCHEME = "Basic ";
    private static final Pattern BASIC = Pattern.compile("[^:]+:.+");
    private static final Pattern HEADER =
            Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}: *[^ ].*");

    private InboundCredentials() {}

    /** The error of a secret for this kind of proof. */
    public static Optional<FieldError> objection(EndpointAuth auth, String secret) {
        boolean fits =
                switch (auth) {
                    case BASIC -> BASIC.matcher(secret).matches();
                    case HEADER -> HEADER.matcher(secret).matches();
                    default -> true;
                };
        return fits
                ? Optional.empty()
                : Optional.of(
                        new FieldError(
                                "/secret",
                                "invalid_value",
                                auth == EndpointAuth.BASIC
                                        ? "Expected user:password."
                                        : "Expected a header as Name: value."));
    }

    /** Whether a secret has a form, so that one for another way of proof will not do. */
    static boolean hasForm(EndpointAuth auth) {
        return auth == EndpointAuth.BASIC || auth == EndpointAuth.HEADER;
    }

    /** Whether a request has the name and the password. */
    static boolean isBasic(String secret, HttpHeaders headers) {
        return only(headers, HttpHeaders.AUTHORIZATION)
                .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                .flatMap(value -> decoded(value.substring(SCHEME.length()).strip()))
                .filter(given -> isSame(secret, given))
                .isPresent();
    }

    /** Whether a request has the header. */
    static boolean isHeader(String secret, HttpHeaders headers) {
        int colon = secret.indexOf(':');
        return colon > 0
                && only(headers, secret.substring(0, colon))
                        .filter(given -> isSame(secret.substring(colon + 1).strip(), given.strip()))
                        .isPresent();
    }

    /** The name of the header that a secret is of, in lower case. */
    static String headerName(String secret) {
        return secret.substring(0, Math.max(0, secret.indexOf(':'))).toLowerCase(Locale.ROOT);
    }

    private static Optional<String> only(HttpHeaders headers, String name) {
        List<String> given = headers.getOrEmpty(name);
        return given.size() == 1 ? Optional.of(given.getFirst()) : Optional.empty();
    }

    private static Optional<String> decoded(String base64) {
        try {
            return Optional.of(new String(Base64.getDecoder().decode(base64), UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
