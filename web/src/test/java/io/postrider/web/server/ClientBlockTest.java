package io.postrider.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientBlockTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.1.2.3/8, 10.9.9.9, true",
        "192.168.1.128/25, 192.168.1.127, false",
        "192.168.1.128/25, 192.168.1.200, true",
        "203.0.113.9, 203.0.113.9, true",
        "203.0.113.9, 203.0.113.8, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "::/0, 2001:db8::1, true",
        "::/0, 8.8.8.8, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "10.0.0.0/8, ::ffff:10.0.0.1, true",
        "::ffff:10.0.0.1, 10.0.0.1, true",
        "::ffff:10.0.0.0/104, 10.200.0.1, true",
        "::ffff:10.0.0.0/104, 11.0.0.1, false"
    })
    void anAddressLiesInABlockOrDoesNot(String block, String address, boolean lies) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        assertThat(ClientBlock.parse(block).orElseThrow().contains(bytes)).isEqualTo(lies);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "10.0.0.0/",
                "/8",
                "10.0.0.0/33",
                "10.0.0.0/08",
                "10.0.0.0/+8",
                "10.0.0.0/8/8",
                "10.0.0/8",
                "010.0.0.0/8",
                "::/129",
                "[::1]",
                "fe80::1%eth0",
                "localhost",
                " 10.0.0.1"
            })
    void anyOtherTextIsNoBlock(String text) {
        assertThat(ClientBlock.parse(text)).isEmpty();
    }
}
