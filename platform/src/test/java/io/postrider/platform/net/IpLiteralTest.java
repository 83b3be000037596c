package io.postrider.platform.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpLiteralTest {

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "0:0:0:0:0:0:0:1, ::1",
        "2001:DB8::0:1, 2001:db8::1",
        "::10.0.0.1, ::a00:1",
        "::ffff:10.0.0.1, ::ffff:a00:1",
        "::ffff:a00:1, ::ffff:a00:1"
    })
    void anAddressHasOneText(String text, String canonical) {
        assertThat(IpLiteral.parse(text).map(IpLiteral::text)).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":::",
                "::1::",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:",
                "::12345",
                "::1%eth0",
                "[::1]",
                "::ffff:010.0.0.1",
                "::ffff:10.1",
                "::10.0.0.1:1",
                "10.0.0.256",
                "0x7f.0.0.1",
                "127.1",
                "1",
                "localhost"
            })
    void anyOtherTextIsNoAddress(String text) {
        assertThat(IpLiteral.parse(text)).isEmpty();
    }
}
