package io.postrider.automation.publishing;

import static io.postrider.platform.secrets.HmacSha256.isSame;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import io.postrider.domain.automation.EndpointIntake.Encoding;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.platform.secrets.HmacSha256;
import io.postrider.platform.secrets.HubSignature;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Verifies signatures over the raw bytes of a body, each in the format that its sender documents. */
final class InboundSignature {

    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String STANDARD_SECRET = "whsec_";

    private InboundSignature() {}

    /** Whether a request knows a secret, and was signed within five minutes where its sender signs the time. */
    static boolean isValid(
            EndpointProof proof, String secret, HttpHeaders headers, byte[] body, Instant now) {
        return switch (proof.auth()) {
            case URL_TOKEN, API_KEY -> false;
            case BASIC -> InboundCredentials.isBasic(secret, headers);
            case HEADER -> InboundCredentials.isHeader(secret, headers);
            case GITHUB, META ->
                    HubSignature.isValid(secret, body, headers.getFirst(HubSignature.HEADER));
            case SHOPIFY ->
                    isSame(base64(hmac(secret, body)), first(headers, "X-Shopify-Hmac-Sha256"));
            case STRIPE -> stripe(secret, first(headers, "Stripe-Signature"), body, now);
            case SLACK -> timed("X-Slack", secret, headers, body, now);
            case ZOOM -> timed("x-zm", secret, headers, body, now);
            case X -> x(secret, headers, body);
            case STANDARD_WEBHOOKS -> signedId(secret, headers, body, now).isPresent();
            case CUSTOM -> custom(proof.signature(), secret, headers, body);
        };
    }

    /** The id that a signature of Standard Webhooks covers. Svix has names of its own for the same headers. */
    static Optional<String> signedId(String secret, HttpHeaders headers, byte[] body, Instant now) {
        return Stream.of("webhook", "svix")
                .filter(sender -> standard(sender, secret, headers, body, now))
                .map(sender -> first(headers, sender + "-id"))
                .findFirst();
    }

    private static boolean custom(
            @Nullable CustomSignature signature, String secret, HttpHeaders headers, byte[] body) {
        if (signature == null) {
            return false;
        }
        byte[] code = hmac(secret, body);
        String text = signature.encoding() == Encoding.HEX ? hex(code) : base64(code);
        return isSame(signature.prefix() + text, first(headers, signature.header()));
    }

    private static boolean stripe(String secret, String header, byte[] body, Instant now) {
        String time = part(header, "t").findFirst().orElse("");
        String expected = hex(hmac(secret, bytes(time + "."), body));
        return isRecent(time, now)
                && part(header, "v1").anyMatch(signature -> isSame(expected, signature));
    }

    private static Stream<String> part(String header, String name) {
        return Arrays.stream(header.split(",", -1))
                .map(String::strip)
                .filter(part -> part.startsWith(name + "="))
                .map(part -> part.substring(name.length() + 1));
    }

    /** Slack and Zoom sign alike. */
    private static boolean timed(
            String sender, String secret, HttpHeaders headers, byte[] body, Instant now) {
        String time = first(headers, sender + "-Request-Timestamp");
        String expected = "v0=" + hex(hmac(secret, bytes("v0:" + time + ":"), body));
        return isRecent(time, now) && isSame(expected, first(headers, sender + "-Signature"));
    }

    /** Anyone can have a CRC token of X signed, which is no object. */
    private static boolean x(String secret, HttpHeaders headers, byte[] body) {
        return body.length > 0
                && body[0] == '{'
                && isSame(
                        "sha256=" + base64(hmac(secret, body)),
                        first(headers, "X-Twitter-Webhooks-Signature"));
    }

    /** @param sender of the names of the headers */
    private static boolean standard(
            String sender, String secret, HttpHeaders headers, byte[] body, Instant now) {
        String time = first(headers, sender + "-timestamp");
        String id = first(headers, sender + "-id");
        Optional<byte[]> key = standardKey(secret);
        if (key.isEmpty() || id.isEmpty() || !isRecent(time, now)) {
            return false;
        }
        String expected =
                "v1," + base64(HmacSha256.of(key.get(), bytes(id + "." + time + "."), body));
        return Arrays.stream(first(headers, sender + "-signature").split(" ", -1))
                .anyMatch(signature -> isSame(expected, signature));
    }

    private static Optional<byte[]> standardKey(String secret) {
        try {
            String text =
                    secret.startsWith(STANDARD_SECRET)
                            ? secret.substring(STANDARD_SECRET.length())
                            : secret;
            byte[] key = Base64.getDecoder().decode(text);
            return key.length == 0 ? Optional.empty() : Optional.of(key);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isRecent(String seconds, Instant now) {
        try {
            long age = now.getEpochSecond() - Long.parseLong(seconds);
            return Math.abs(age) <= TOLERANCE.toSeconds();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String first(HttpHeaders headers, String name) {
        return Optional.ofNullable(headers.getFirst(name)).orElse("");
    }

    private static byte[] hmac(String secret, byte[]... content) {
        return HmacSha256.of(bytes(secret), content);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
