package io.postrider.schemas.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedSecretsTest {

    @ParameterizedTest
    @CsvSource({
        "https://crm.example.com/orders/42?page=2, https://crm.example.com/orders/42?page=2",
        "https://a.example/in?token=x&page=2, https://a.example/in?token=***&page=2",
        "https://a.example/in?Api-Key=&b, https://a.example/in?Api-Key=***&b",
        "https://a.example/in?x=a1b2c3d4e5f6a7b8c9, https://a.example/in?x=***",
        "https://hooks.example/services/T0/a1b2c3d4e5f6a7b8, https://hooks.example/services/T0/***",
        "https://api.example/bot123456:ABC-DEF1234gh/send, https://api.example/***/send",
        "https://host-a1b2c3d4e5f6a7b8c9.example/x, https://host-a1b2c3d4e5f6a7b8c9.example/x",
        "https://user:word@a.example/x, https://***/x",
        "no url, no url"
    })
    void urlsAreShownWithoutPossibleSecrets(String url, String shown) {
        assertThat(TypedSecrets.masked(url)).isEqualTo(shown);
        assertThat(TypedSecrets.masked(shown)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "https://A.example:8443/x, a.example:8443",
        "https://a.example, a.example",
        "https://a.example\\@b.example/, a.example",
        "https://a.example#@b.example, a.example",
        "a.example/x, ''"
    })
    void aHostEndsWhereThePathBegins(String url, String authority) {
        assertThat(TypedSecrets.authority(url)).isEqualTo(authority);
    }
}
