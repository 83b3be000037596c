package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** One address does not hold all connections of a node. */
class ConnectionSharesTest {

    private static final int SHARE = 3;
    private static final int PATIENCE_MILLIS = 60_000;

    @AutoClose
    private final ApiServer server =
            new ApiServer(Map.of("POSTRIDER_CONNECTIONS_PER_ADDRESS", String.valueOf(SHARE)));

    private final List<RawConnection> held = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (RawConnection connection : held) {
            connection.close();
        }
    }

    @Test
    @Verifies("connection-shares")
    void anAddressThatHoldsItsShareGetsNoMoreAndOthersDo() throws Exception {
        hold(server, SHARE);

        assertThat(answered(1)).isFalse();
        assertThat(answered(2)).isTrue();

        held.removeFirst().close();
        await().until(() -> answered(1));
    }

    @Test
    void aTrustedProxyBringsManyCallers() throws Exception {
        try (ApiServer behind =
                new ApiServer(
                        Map.of(
                                "POSTRIDER_CONNECTIONS_PER_ADDRESS",
                                String.valueOf(SHARE),
                                "POSTRIDER_TRUSTED_PROXIES",
                                "127.0.0.1/32"))) {
            hold(behind, 3 * SHARE);
        }
    }

    private void hold(ApiServer at, int connections) throws IOException {
        for (int i = 0; i < connections; i++) {
            RawConnection connection = at.connect();
            held.add(connection);
            assertThat(connection.get("/livez").read().status()).isEqualTo(200);
        }
    }

    /** Asks from an address of the loopback network. */
    private boolean answered(int last) throws IOException {
        URI url = URI.create(server.url());
        try (Socket socket =
                new Socket(
                        InetAddress.getLoopbackAddress(),
                        url.getPort(),
                        InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}),
                        0)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write(
                            "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() >= 0;
        } catch (IOException reset) {
            return false;
        }
    }
}
