package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointProof;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

/** Requests that are signed by Standard Webhooks, with the vector of its specification. */
class InboundSignatureTest {

    private static final EndpointProof PROOF =
            new EndpointProof("shop", EndpointAuth.STANDARD_WEBHOOKS, null, null);
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String BODY = "{\"test\": 2432232314}";
    private static final long SIGNED = 1_614_265_330;
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    @ParameterizedTest
    @CsvSource({"0,true", "300,true", "301,false", "-300,true", "-301,false", "86400,false"})
    void aSignatureIsValidForFiveMinutesBeforeAndAfterItsTime(long secondsLater, boolean valid) {
        assertThat(isValid(SIGNATURE, BODY, secondsLater)).isEqualTo(valid);
    }

    @Test
    void oneOfSeveralSignaturesIsEnough() {
        assertThat(isValid("v1,AAAA v1a,BBBB " + SIGNATURE, BODY, 0)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1,",
                "v1,AAAA",
                "v1a,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
                "v1,G0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
            })
    void anotherSignatureIsInvalid(String signature) {
        assertThat(isValid(signature, BODY, 0)).isFalse();
    }

    @Test
    void anotherBodyIsInvalid() {
        assertThat(isValid(SIGNATURE, "{\"test\":2432232314}", 0)).isFalse();
    }

    private static boolean isValid(String signature, String body, long secondsLater) {
        HttpHeaders headers = new HttpHeaders();
        headers.set("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek");
        headers.set("webhook-timestamp", Long.toString(SIGNED));
        headers.set("webhook-signature", signature);
        Instant now = Instant.ofEpochSecond(SIGNED + secondsLater);
        return InboundSignature.isValid(PROOF, SECRET, headers, body.getBytes(UTF_8), now);
    }
}
