package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.testkit.claims.Verifies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeListenersTest {

    @Test
    void aNodeThatNoOtherKnowsListensNowhere() {
        assertThat(NodeListeners.read(settings(Map.of()), Optional.empty())).isEmpty();
    }

    @Test
    @Verifies("internal-port")
    void aNodeListensOnTheAddressThatOthersKnowAlone() throws Exception {
        int port = freePort();

        assertThat(listeners("127.0.0.2", port, Map.of()))
                .containsExactly(socket("127.0.0.2", port));
    }

    @Test
    void aNameStandsForItsAddressesOnThisMachine() throws Exception {
        int port = freePort();

        assertThat(listeners("localhost", port, Map.of()))
                .contains(socket("127.0.0.1", port))
                .allSatisfy(found -> assertThat(found.getAddress().isLoopbackAddress()).isTrue());
    }

    @Test
    void anAddressOfAnotherMachineNeedsASetting() {
        // Of the addresses for documentation, which no machine has.
        assertThatThrownBy(() -> listeners("192.0.2.7", 8090, Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("POSTRIDER_NODE_ADDRESS: 192.0.2.7:8090")
                .hasMessageContaining("POSTRIDER_NODE_BIND must say where to listen");
    }

    @Test
    void theSettingSaysWhereToListen() throws Exception {
        int port = freePort();

        assertThat(listeners("192.0.2.7", port, bind("127.0.0.1, 127.0.0.2")))
                .containsExactly(socket("127.0.0.1", port), socket("127.0.0.2", port));
        assertThat(listeners("192.0.2.7", port, bind("0.0.0.0")))
                .containsExactly(socket("0.0.0.0", port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1,", "127.0.0.1:8090", "192.0.2.7"})
    void aSettingThatIsNoAddressOfThisMachineIsRefused(String text) {
        assertThatThrownBy(() -> listeners("127.0.0.1", freePort(), bind(text)))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("POSTRIDER_NODE_BIND: " + text);
    }

    @Test
    void allAddressesAreNoneThatOthersCanKnow() {
        assertThatThrownBy(() -> listeners("0.0.0.0", 8090, Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("POSTRIDER_NODE_ADDRESS: 0.0.0.0:8090");
    }

    @Test
    void aHostThatIsNotKnownIsNamed() {
        assertThatThrownBy(() -> listeners("no-such-host.invalid", 8090, Map.of()))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("POSTRIDER_NODE_ADDRESS: no-such-host.invalid:8090");
    }

    @Test
    void aPortThatIsTakenOnAnotherAddressIsFree() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.3"))) {
            int port = taken.getLocalPort();

            assertThat(listeners("127.0.0.2", port, Map.of()))
                    .containsExactly(socket("127.0.0.2", port));
            assertThatThrownBy(() -> listeners("127.0.0.3", port, Map.of()))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining("POSTRIDER_NODE_ADDRESS: 127.0.0.3:" + port);
        }
    }

    private static List<InetSocketAddress> listeners(
            String host, int port, Map<String, String> environment) {
        Optional<NodeAddress> known = Optional.of(new NodeAddress(host, port));
        List<InetSocketAddress> found = NodeListeners.read(settings(environment), known);
        found.forEach(each -> NodeListeners.requireFree(settings(environment), known, each));
        return found;
    }

    private static Map<String, String> bind(String text) {
        return Map.of("POSTRIDER_NODE_BIND", text);
    }

    private static Settings settings(Map<String, String> environment) {
        return Settings.from(environment);
    }

    private static InetSocketAddress socket(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
