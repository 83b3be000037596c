package io.postrider.runtime.secrets;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The signature of the calls that Meta makes: the HMAC-SHA-256 of the body under the secret of the app. */
public final class HubSignature {

    public static final String HEADER = "X-Hub-Signature-256";

    private static final String ALGORITHM = "HmacSHA256";

    private HubSignature() {}

    /** The value of the header: {@code sha256=} and hexadecimal digits in lower case. */
    public static String of(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
