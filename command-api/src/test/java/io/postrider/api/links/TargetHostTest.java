package io.postrider.api.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Internationalized hosts of targets. */
class TargetHostTest {

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @ParameterizedTest
    @ValueSource(strings = {"xn--zzzzzzzzz.example", "xn--", "xn--a"})
    void aHostWithInvalidPunycodeIsRefusedAtItsField(String host) {
        Response link =
                caller.post(
                        "/api/v1/links",
                        "{\"url\":\"https://%s/\",\"expired_url\":\"https://%s/\"}"
                                .formatted(host, host));
        Response webhook =
                caller.post(
                        "/api/v1/webhooks",
                        "{\"url\":\"https://%s/\",\"event_types\":[\"link.*\"]}".formatted(host));

        assertThat(link.status()).isEqualTo(422);
        assertThat(link.errors())
                .containsExactlyInAnyOrder("#/url host_invalid", "#/expired_url host_invalid");
        assertThat(webhook.status()).isEqualTo(422);
        assertThat(webhook.errors()).containsExactly("#/url host_invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xn--bcher-kva.example", "b\u00fccher.example"})
    void anInternationalizedHostIsShownInAscii(String host) {
        Response link = caller.post("/api/v1/links", "{\"url\":\"https://%s/\"}".formatted(host));

        assertThat(link.status()).isEqualTo(201);
        assertThat(link.member("url")).isEqualTo("https://xn--bcher-kva.example/");
    }
}
