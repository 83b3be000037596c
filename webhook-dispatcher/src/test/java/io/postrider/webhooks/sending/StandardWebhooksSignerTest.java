package io.postrider.webhooks.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandardWebhooksSignerTest {

    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final Instant AT = Instant.ofEpochSecond(1_614_265_330);
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    private static final WebhookSecret SECRET = secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    @Test
    @Verifies("webhook-signatures")
    void theSpecificationsVectorHolds() {
        assertThat(StandardWebhooksSigner.headers(ID, AT, BODY, List.of(SECRET)))
                .containsExactly(
                        new HeaderField("webhook-id", ID),
                        new HeaderField("webhook-timestamp", "1614265330"),
                        new HeaderField("webhook-signature", SIGNATURE));
    }

    @Test
    @Verifies("webhook-signatures")
    void theSpecificationsVectorForEd25519Holds() throws Exception {
        byte[] pair =
                Base64.getDecoder()
                        .decode(
                                "6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==");
        PrivateKey key =
                KeyFactory.getInstance("Ed25519")
                        .generatePrivate(
                                new EdECPrivateKeySpec(
                                        NamedParameterSpec.ED25519, Arrays.copyOf(pair, 32)));

        assertThat(StandardWebhooksSigner.headers(ID, AT, BODY, List.of(SECRET), List.of(key)))
                .last()
                .isEqualTo(
                        new HeaderField(
                                "webhook-signature",
                                SIGNATURE
                                        + " v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="));
    }

    @Test
    @Verifies("webhook-signatures")
    void everySecretInForceSignsInItsOrder() {
        WebhookSecret newer = secret("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        String newest = StandardWebhooksSigner.signatures(ID, AT, BODY, List.of(newer));

        assertThat(StandardWebhooksSigner.signatures(ID, AT, BODY, List.of(newer, SECRET)))
                .isEqualTo(newest + " " + SIGNATURE);
        assertThat(newest).startsWith("v1,").isNotEqualTo(SIGNATURE);
    }

    @Test
    void idTimeAndEveryByteOfTheBodyAreSigned() {
        byte[] reordered = "{\"test\":2432232314}".getBytes(StandardCharsets.UTF_8);

        assertThat(StandardWebhooksSigner.signatures("msg_other", AT, BODY, List.of(SECRET)))
                .isNotEqualTo(SIGNATURE);
        assertThat(StandardWebhooksSigner.signatures(ID, AT.plusSeconds(1), BODY, List.of(SECRET)))
                .isNotEqualTo(SIGNATURE);
        assertThat(StandardWebhooksSigner.signatures(ID, AT, reordered, List.of(SECRET)))
                .isNotEqualTo(SIGNATURE);
        assertThat(StandardWebhooksSigner.signatures(ID, AT.plusMillis(999), BODY, List.of(SECRET)))
                .isEqualTo(SIGNATURE);
    }

    @Test
    void anIdWithADotOrNoSecretIsABug() {
        assertThatThrownBy(() -> StandardWebhooksSigner.headers("a.b", AT, BODY, List.of(SECRET)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a.b");
        assertThatThrownBy(() -> StandardWebhooksSigner.headers(ID, AT, BODY, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static WebhookSecret secret(String text) {
        return WebhookSecret.parse(text).orElseThrow();
    }
}
