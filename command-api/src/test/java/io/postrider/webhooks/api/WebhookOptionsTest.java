package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a webhook is delivered. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookOptionsTest {

    private static final String PATH = "/api/v1/webhooks";

    private TestApi api;

    @BeforeAll
    void start() {
        api = new TestApi();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"standard", "cloudevents_structured", "cloudevents_binary", "thin"})
    void aWebhookHasAFormat(String format) {
        Response made = create("\"format\":\"" + format + "\"");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.member("format")).isEqualTo(format);
        Response reset = patch(made, "{\"format\":null}");
        assertThat(reset.member("format")).isEqualTo("standard");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000})
    void aWebhookHasARateAndAnOrder(int rate) {
        Response made = create("\"ordering\":\"endpoint\",\"rate_limit\":" + rate);

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.body().path("rate_limit").asInt(0)).isEqualTo(rate);
        assertThat(made.member("ordering")).isEqualTo("endpoint");
        Response reset = patch(made, "{\"ordering\":null,\"rate_limit\":null}");
        assertThat(reset.member("ordering")).isEqualTo("none");
        assertThat(reset.body().path("rate_limit").isNull()).isTrue();
    }

    @Test
    void aWebhookHasAPublicKeyThatIsRotatedWithItsSecret() {
        Response made = create("\"signature\":\"v1a\"");
        Response rotated =
                api.caller().post(PATH + "/" + made.member("id") + "/rotate-secret", "{}");

        assertThat(made.member("signature")).isEqualTo("v1a");
        assertThat(made.member("public_key")).matches("whpk_[A-Za-z0-9+/]{43}=");
        assertThat(rotated.member("public_key"))
                .matches("whpk_[A-Za-z0-9+/]{43}=")
                .isNotEqualTo(made.member("public_key"));
        assertThat(patch(made, "{\"signature\":null}").member("signature")).isEqualTo("v1");
    }

    @Test
    void theThinFormatHasNoTransform() {
        String transform = "\"transform\":\"{'a': 1}\"";

        assertThat(create("\"format\":\"thin\"," + transform).errors())
                .containsExactly("#/transform not_with_format");
        assertThat(patch(create(transform), "{\"format\":\"thin\"}").errors())
                .containsExactly("#/transform not_with_format");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"format\":\"Thin\"           | #/format invalid_value",
                "\"format\":\"cloudevents\"    | #/format invalid_value",
                "\"format\":\"\"               | #/format invalid_value",
                "\"format\":1                  | #/format invalid_type",
                "\"rate_limit\":0              | #/rate_limit out_of_range",
                "\"rate_limit\":1001           | #/rate_limit out_of_range",
                "\"rate_limit\":1.5            | #/rate_limit invalid_type",
                "\"rate_limit\":\"10\"         | #/rate_limit invalid_type",
                "\"ordering\":\"keys\"         | #/ordering invalid_value",
                "\"signature\":\"v2\"         | #/signature invalid_value",
                "\"signature\":\"V1A\"        | #/signature invalid_value",
                "\"ordering\":\"Endpoint\"     | #/ordering invalid_value",
            })
    void faultsAreNamed(String field, String error) {
        Response told = create(field);
        Response edited = patch(create("\"enabled\":true"), "{" + field + "}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).containsExactly(error);
        assertThat(edited.errors()).containsExactly(error);
    }

    private Response create(String field) {
        return api.caller()
                .post(
                        PATH,
                        "{\"url\":\"https://hooks.example.com/\",\"event_types\":[\"link.*\"],"
                                + field
                                + "}");
    }

    private Response patch(Response webhook, String body) {
        return api.caller().patch(PATH + "/" + webhook.member("id"), body);
    }
}
