package io.postrider.platform.secrets;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The signature of the calls that Meta makes: the HMAC-SHA-256 of the body under the secret of the app. */
public final class HubSignature {

    public static final String HEADER = "X-Hub-Signature-256";

    private HubSignature() {}

    /** The value of the header: {@code sha256=} and hexadecimal digits in lower case. */
    public static String of(String secret, byte[] body) {
        byte[] code = HmacSha256.of(secret.getBytes(StandardCharsets.UTF_8), body);
        return "sha256=" + HexFormat.of().formatHex(code);
    }

    /** Whether a header is the signature of a body; false for no header. The comparison takes as long for every header. */
    public static boolean isValid(String secret, byte[] body, @Nullable String header) {
        return header != null && HmacSha256.isSame(of(secret, body), header);
    }
}
