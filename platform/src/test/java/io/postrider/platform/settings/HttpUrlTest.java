package io.postrider.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpUrlTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a",
                "https://a.example:1",
                "http://[::1]:65535/",
                "https://a:8081/apis/v7"
            })
    void aServerHasAHostAndMayHavePortAndPath(String text) {
        assertThat(HttpUrl.parseBase(text)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a",
                "a:8080",
                "http:",
                "http://",
                "http:///p",
                "ftp://a",
                "http://a b",
                "http://a:abc",
                "http://a:0",
                "http://a:65536",
                "http://a_b:1",
                "http://u@a",
                "https://u:p@a",
                "http://%"
            })
    void anyOtherTextIsNone(String text) {
        assertThat(HttpUrl.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://a?x", "http://a/p?x=1", "http://a#f"})
    void aBaseHasNoQuery(String text) {
        assertThat(HttpUrl.parseBase(text)).isEmpty();
        assertThat(HttpUrl.parse(text)).isPresent();
    }
}
