package io.postrider.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.NetUtil;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {

    private final TrustedProxies proxies = TrustedProxies.parse("10.0.0.0/8, 192.0.2.1,fd00::/8");

    @ParameterizedTest
    @Verifies("forwarded-headers")
    @CsvSource(
            delimiter = '|',
            value = {
                "10.0.0.1    | 203.0.113.9                       | 203.0.113.9",
                "10.0.0.1    | 198.51.100.7, 203.0.113.9         | 203.0.113.9",
                "10.0.0.1    | 198.51.100.7, 203.0.113.9, 10.9.9.9 | 203.0.113.9",
                "10.0.0.1    | 10.0.0.2, 10.0.0.3                | 10.0.0.2",
                "10.0.0.1    | nonsense                          | 10.0.0.1",
                "10.0.0.1    | 203.0.113.9, nonsense, 10.0.0.2   | 10.0.0.2",
                "10.0.0.1    | 203.0.113.9:4711                  | 203.0.113.9",
                "10.0.0.1    | [2001:db8::1]:4711                | 2001:db8::1",
                "10.0.0.1    | 2001:db8::1                       | 2001:db8::1",
                "10.0.0.1    | ::ffff:203.0.113.9                | 203.0.113.9",
                "10.0.0.1    | fe80::1%eth0                      | 10.0.0.1",
                "fd00::7     | 203.0.113.9                       | 203.0.113.9",
                "192.0.2.1   | 203.0.113.9                       | 203.0.113.9",
                "192.0.2.2   | 203.0.113.9                       | 192.0.2.2",
                "203.0.113.5 | 198.51.100.7                      | 203.0.113.5",
                "10.0.0.1    | ''                                | 10.0.0.1",
                "10.0.0.1    | ', ,'                             | 10.0.0.1"
            })
    void onlyTrustedProxiesAreBelieved(String peer, String forwardedFor, String visitor) {
        HttpHeaders headers = new DefaultHttpHeaders().add("X-Forwarded-For", forwardedFor);
        assertThat(proxies.caller(bytes(peer), headers::getAll)).isEqualTo(bytes(visitor));
    }

    @Test
    void severalHeadersAreOneList() {
        HttpHeaders headers =
                new DefaultHttpHeaders()
                        .add("X-Forwarded-For", "198.51.100.7")
                        .add("X-Forwarded-For", "203.0.113.9");
        assertThat(proxies.caller(bytes("10.0.0.1"), headers::getAll))
                .isEqualTo(bytes("203.0.113.9"));
    }

    @Test
    @Verifies("forwarded-headers")
    void noProxyIsTrustedByDefault() {
        HttpHeaders headers = new DefaultHttpHeaders().add("X-Forwarded-For", "203.0.113.9");
        assertThat(TrustedProxies.none().caller(bytes("127.0.0.1"), headers::getAll))
                .isEqualTo(bytes("127.0.0.1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0/8", "a", "10.0.0.1,", "::/129", "10.0.0.1/-1"})
    void aBadListRefusesToStart(String cidrs) {
        assertThatThrownBy(() -> TrustedProxies.parse(cidrs))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("POSTRIDER_TRUSTED_PROXIES");
    }

    private static byte[] bytes(String address) {
        return NetUtil.createByteArrayFromIpAddressString(address);
    }
}
