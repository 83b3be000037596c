package io.postrider.outbound.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.testkit.claims.Verifies;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallerHeadersTest {

    @ParameterizedTest
    @Verifies("caller-headers")
    @ValueSource(
            strings = {
                "Host",
                "hOST",
                "Content-Length",
                "content-type",
                "TE",
                "Transfer-Encoding",
                "Trailer",
                "Connection",
                "Upgrade",
                "Expect",
                "User-Agent",
                "webhook-id",
                "Webhook-Signature",
                "WEBHOOK-X",
                "Proxy-Authorization",
                "ce-id",
                "X-Forwarded-For",
                ":authority"
            })
    void whatPostriderSetsIsReserved(String name) {
        assertThat(CallerHeaders.check(Map.of(name, "x")))
                .extracting(CallerHeaders.Refused::code)
                .containsExactly("header_reserved");
    }

    @ParameterizedTest
    @Verifies("caller-headers")
    @ValueSource(strings = {"", "a b", "a:b", "a\r\nb", "a\0", "é", "a(b)", "a/b", "a\"b", " a"})
    void aNameIsAToken(String name) {
        assertThat(CallerHeaders.check(Map.of(name, "x")))
                .extracting(CallerHeaders.Refused::code)
                .containsExactly("header_name_invalid");
    }

    @ParameterizedTest
    @Verifies("caller-headers")
    @ValueSource(
            strings = {
                "a\r\nb: c",
                "a\nb",
                "a\rb",
                "a\0b",
                "é",
                "a\r\n b",
                " a",
                "a ",
                "\t",
                "\u007f"
            })
    void aValueStaysOnItsLine(String value) {
        assertThat(CallerHeaders.check(Map.of("x-a", value)))
                .extracting(CallerHeaders.Refused::code)
                .containsExactly("header_value_invalid");
        assertThatThrownBy(() -> new HeaderField("x-a", value))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void ordinaryFieldsAreAccepted() {
        Map<String, String> fields =
                Map.of("Authorization", "Bearer a b\tc", "X-Empty", "", "x-max", "v".repeat(4096));

        assertThat(CallerHeaders.check(fields)).isEmpty();
        fields.forEach((name, value) -> assertThat(new HeaderField(name, value)).isNotNull());
    }

    @Test
    void lengthCountAndRepetitionAreLimited() {
        assertThat(CallerHeaders.check(Map.of("x-max", "v".repeat(4097))))
                .extracting(CallerHeaders.Refused::code)
                .containsExactly("header_value_too_long");
        assertThat(CallerHeaders.check(Map.of("x-a", "1", "X-A", "2")))
                .extracting(CallerHeaders.Refused::code)
                .containsExactly("header_repeated");
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i <= CallerHeaders.USUAL.count(); i++) {
            many.put("x-" + i, "v");
        }
        assertThat(CallerHeaders.check(many))
                .extracting(CallerHeaders.Refused::code)
                .containsExactly("too_many_headers");
    }

    @Test
    void aFieldDoesNotPrintItsValue() {
        assertThat(new HeaderField("Authorization", "Bearer secret").toString())
                .doesNotContain("secret");
    }
}
