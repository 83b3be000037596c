package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The signing secrets of webhooks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookSecretsTest {

    private TestApi api;
    private Response made;
    private String path;

    @BeforeAll
    void start() {
        api = new TestApi();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @BeforeEach
    void create() {
        made =
                api.caller()
                        .post(
                                "/api/v1/webhooks",
                                "{\"url\":\"https://hooks.example.com/\",\"event_types\":[\"link.*\"]}");
        path = "/api/v1/webhooks/" + made.member("id");
    }

    @Test
    void aRotationShowsTheNewSecretOnceAndSaysWhenTheOldOneEnds() {
        Response rotated =
                api.caller()
                        .with("Idempotency-Key", "rotate-" + made.member("id"))
                        .post(path + "/rotate-secret", "{\"overlap\":\"PT1H\"}");
        Response again =
                api.caller()
                        .with("Idempotency-Key", "rotate-" + made.member("id"))
                        .post(path + "/rotate-secret", "{\"overlap\":\"PT1H\"}");

        assertThat(rotated.status()).isEqualTo(200);
        assertThat(rotated.member("secret"))
                .startsWith("whsec_")
                .isNotEqualTo(made.member("secret"));
        assertThat(rotated.member("previous_secret_ends_at"))
                .isGreaterThan(rotated.member("updated_at"));
        assertThat(rotated.header("ETag")).isEqualTo("\"2\"");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body().path("secret").isNull()).isTrue();
        assertThat(again.body().path("secret_available").booleanValue()).isFalse();
        assertThat(api.log().commands().toString() + api.log().events())
                .doesNotContain(rotated.member("secret"), rotated.member("secret").substring(6));
    }

    @Test
    void withoutABodyTheOldSecretSignsForADay() {
        Response rotated = api.caller().post(path + "/rotate-secret", "");

        assertThat(rotated.status()).isEqualTo(200);
        assertThat(rotated.member("previous_secret_ends_at").substring(10))
                .startsWith(rotated.member("updated_at").substring(10, 16));
    }

    @Test
    void aCallerMayBringASecret() {
        String own = "whsec_" + Base64.getEncoder().encodeToString(new byte[24]);

        Response rotated =
                api.caller()
                        .post(
                                path + "/rotate-secret",
                                "{\"overlap\":\"PT0S\",\"secret\":\"" + own + "\"}");

        assertThat(rotated.member("secret")).isEqualTo(own);
        assertThat(rotated.body().path("previous_secret_ends_at").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "whsec_",
                "whsec_c2hvcnQ=",
                "prk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA-_",
            })
    void aSecretOfAnotherShapeIsNamed(String secret) {
        Response refused =
                api.caller().post(path + "/rotate-secret", "{\"secret\":\"" + secret + "\"}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.errors()).containsExactly("#/secret invalid_format");
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 64})
    void aWebhookIsCreatedWithASecretOfTheCaller(int bytes) {
        Response own = create(bytes);

        assertThat(own.status()).isEqualTo(201);
        assertThat(own.member("secret")).isEqualTo(secret(bytes));
        assertThat(api.log().commands().toString() + api.log().events())
                .doesNotContain(secret(bytes).substring(6));
    }

    @ParameterizedTest
    @ValueSource(ints = {23, 65})
    void aSecretOfAnotherLengthIsNamed(int bytes) {
        assertThat(create(bytes).errors()).containsExactly("#/secret invalid_format");
        assertThat(
                        api.caller()
                                .post(
                                        path + "/rotate-secret",
                                        "{\"secret\":\"" + secret(bytes) + "\"}")
                                .errors())
                .containsExactly("#/secret invalid_format");
    }

    private Response create(int bytes) {
        return api.caller()
                .post(
                        "/api/v1/webhooks",
                        "{\"url\":\"https://hooks.example.com/\",\"event_types\":[\"link.*\"],\"secret\":\""
                                + secret(bytes)
                                + "\"}");
    }

    private static String secret(int bytes) {
        byte[] key = new byte[bytes];
        Arrays.fill(key, (byte) 7);
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "P31D"})
    void anOverlapOutOfBoundsIsNamed(String overlap) {
        Response refused =
                api.caller().post(path + "/rotate-secret", "{\"overlap\":\"" + overlap + "\"}");

        assertThat(refused.errors()).containsExactly("#/overlap out_of_range");
    }
}
