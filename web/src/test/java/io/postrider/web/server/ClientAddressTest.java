package io.postrider.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import io.postrider.testkit.claims.Verifies;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.reactive.function.server.MockServerRequest;

class ClientAddressTest {

    private final ClientAddress addresses = ClientAddress.behind(TrustedProxies.parse("192.0.2.1"));

    @ParameterizedTest
    @Verifies("forwarded-headers")
    @CsvSource({"192.0.2.1, 203.0.113.9, 203.0.113.9", "203.0.113.5, 198.51.100.7, 203.0.113.5"})
    void onlyATrustedProxyIsBelieved(String peer, String forwardedFor, String caller) {
        MockServerRequest request =
                MockServerRequest.builder()
                        .remoteAddress(new InetSocketAddress(peer, 4711))
                        .header("X-Forwarded-For", forwardedFor)
                        .build();

        assertThat(addresses.of(request))
                .contains(NetUtil.createByteArrayFromIpAddressString(caller));
    }

    @Test
    void aRequestWithoutConnectionComesFromNowhere() {
        assertThat(addresses.of(MockServerRequest.builder().build())).isEmpty();
    }

    /** RFC 6177: a household has a /56 of IPv6 addresses. */
    @ParameterizedTest
    @Verifies("sign-in-throttle")
    @CsvSource({
        "2001:db8:0:a00::1, 2001:db8:0:aff:ffff::2, true",
        "2001:db8:0:a00::1, 2001:db8:0:b00::1, false",
        "192.0.2.7, 192.0.2.7, true",
        "192.0.2.7, 192.0.2.8, false",
    })
    void clientsAreCountedByNetwork(String one, String other, boolean same) {
        assertThat(network(one).equals(network(other))).isEqualTo(same);
    }

    private String network(String peer) {
        return addresses.network(
                MockServerRequest.builder()
                        .remoteAddress(new InetSocketAddress(peer, 4711))
                        .build());
    }
}
