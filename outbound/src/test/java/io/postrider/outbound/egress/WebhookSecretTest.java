package io.postrider.outbound.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSecretTest {

    @ParameterizedTest
    @ValueSource(ints = {24, 25, 32, 63, 64})
    void aKeyOf24To64BytesIsAccepted(int length) {
        String text = "whsec_" + Base64.getEncoder().encodeToString(new byte[length]);

        assertThat(WebhookSecret.parse(text).orElseThrow().key()).hasSize(length);
        assertThat(WebhookSecret.parse(text).orElseThrow().reveal()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 23, 65, 128})
    void aShorterOrLongerKeyIsRefused(int length) {
        String text = "whsec_" + Base64.getEncoder().encodeToString(new byte[length]);

        assertThat(WebhookSecret.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa-_",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAA"
            })
    void whatIsNotAPrefixAndPaddedBase64IsRefused(String text) {
        assertThat(WebhookSecret.parse(text)).isEmpty();
    }

    @Test
    void aGeneratedSecretHas32BytesAndReadsBackAsItself() {
        WebhookSecret secret = WebhookSecret.generate(new SecureRandom());

        assertThat(secret.key()).hasSize(32);
        assertThat(WebhookSecret.parse(secret.reveal())).contains(secret);
        assertThat(WebhookSecret.generate(new SecureRandom())).isNotEqualTo(secret);
    }

    @Test
    void aSecretDoesNotPrintItself() {
        assertThat(WebhookSecret.generate(new SecureRandom())).hasToString("whsec_***");
    }
}
