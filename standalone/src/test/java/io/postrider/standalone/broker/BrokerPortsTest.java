package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BrokerPortsTest {

    private static final int BROKER_DISTANCE = 1_012;

    @Test
    void aFixedPortIsTaken() throws IOException {
        int free = freePort();

        BrokerPorts ports = BrokerPorts.choose(OptionalInt.of(free), 8080);

        assertThat(ports.broker()).isEqualTo(free);
        assertThat(ports.controller()).isPositive().isNotEqualTo(free);
    }

    @Test
    void aFixedPortThatIsTakenIsAnErrorOfOneLine() throws IOException {
        try (ServerSocket taken = listening(0)) {
            int port = taken.getLocalPort();

            assertThatThrownBy(() -> BrokerPorts.choose(OptionalInt.of(port), 8080))
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessage(
                            "POSTRIDER_KAFKA_PORT is %d, but that port is in use;"
                                    + " free it or choose another port",
                            port);
        }
    }

    @Test
    void thePortsFollowTheHttpPort() throws IOException {
        int broker = freePort();

        assertThat(BrokerPorts.choose(OptionalInt.empty(), broker - BROKER_DISTANCE).broker())
                .isEqualTo(broker);
    }

    @Test
    void aTakenDefaultGivesWayToAFreePort() throws IOException {
        try (ServerSocket taken = listening(0)) {
            int http = taken.getLocalPort() - BROKER_DISTANCE;

            BrokerPorts ports = BrokerPorts.choose(OptionalInt.empty(), http);

            assertThat(ports.broker()).isNotEqualTo(taken.getLocalPort());
            listening(ports.broker()).close();
        }
    }

    @Test
    void anHttpPortNearTheEndStillFindsPorts() {
        BrokerPorts ports = BrokerPorts.choose(OptionalInt.empty(), 65_535);

        assertThat(ports.broker()).isBetween(1, 65_535);
        assertThat(ports.controller()).isBetween(1, 65_535).isNotEqualTo(ports.broker());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = listening(0)) {
            return socket.getLocalPort();
        }
    }

    private static ServerSocket listening(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"));
    }
}
