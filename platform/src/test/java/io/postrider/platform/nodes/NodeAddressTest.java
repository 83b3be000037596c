package io.postrider.platform.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeAddressTest {

    @ParameterizedTest
    @ValueSource(strings = {"edge-1:8090", "10.0.0.7:1", "[::1]:65535", " a.b_c:80 "})
    void anAddressIsReadAndWrittenBack(String text) {
        assertThat(NodeAddress.parse(text)).map(NodeAddress::toString).contains(text.strip());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "edge",
                "edge:",
                ":80",
                "edge:0",
                "edge:65536",
                "edge:8a",
                "a b:1",
                "http://edge:80",
                "::1:80",
                "edge:80/x",
                "edge:999999"
            })
    void invalidAddressesAreEmpty(String text) {
        assertThat(NodeAddress.parse(text)).isEmpty();
    }

    @Test
    void aListIsReadWhole() {
        assertThat(NodeAddress.parseAll("a:1, b:2"))
                .hasValueSatisfying(all ->
                        assertThat(all)
                                .containsExactly(new NodeAddress("a", 1), new NodeAddress("b", 2)));
        assertThat(NodeAddress.parseAll("a:1,,b:2")).isEmpty();
        assertThat(NodeAddress.parseAll("")).isEmpty();
    }
}
