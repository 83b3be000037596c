package io.postrider.standalone.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.settings.Settings;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.server.Health;
import io.postrider.web.server.ReadinessCheck.State;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.ChannelBindException;

class ManagementServerTest {

    private static final String UNREAD = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);

    private final AtomicBoolean good = new AtomicBoolean(true);
    private final Meters meters = Meters.start("1.0", "all", Path.of("."));
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicReference<Supplier<String>> scrape = new AtomicReference<>(meters::scrape);
    private final ManagementServer server = started(ANY);

    private ManagementServer started(InetSocketAddress address) {
        return ManagementServer.start(
                address,
                new Health(
                        List.of(() -> new State("links", good.get(), "3 of 4")),
                        List.of(good::get)),
                () -> scrape.get().get(),
                Duration.ofMillis(500));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        meters.close();
    }

    @Test
    void metricsAreInTheTextFormatOfPrometheus() throws Exception {
        HttpResponse<String> response = get("/metrics");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body())
                .contains("# TYPE jvm_memory_used_bytes gauge\n")
                .contains("postrider_build_info{service=\"all\",version=\"1.0\"} 1\n");
    }

    @Test
    void livenessAndReadinessFollowTheirChecks() throws Exception {
        assertThat(get("/livez").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(200);
        good.set(false);

        assertThat(get("/livez").statusCode()).isEqualTo(503);
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/readyz").body())
                .contains("{\"name\":\"links\",\"ready\":false,\"detail\":\"3 of 4\"}");
    }

    @Test
    @Verifies({"management-port", "no-actuator"})
    void nothingElseIsThere() throws Exception {
        for (String path : List.of("/", "/env", "/heapdump", "/actuator", "/api/v1/links")) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
        }
    }

    @Test
    void aTakenPortIsNotShared() {
        assertThatThrownBy(() -> started(server.address()))
                .isInstanceOf(ChannelBindException.class);
    }

    @Test
    @Verifies("management-port")
    void itListensOnLoopbackUnlessASettingSaysOtherwise() {
        assertThat(address(Map.of())).contains(new InetSocketAddress(ANY.getAddress(), 9464));
        assertThat(address(Map.of(ManagementSettings.PORT, "0"))).contains(ANY);
        assertThat(address(Map.of(ManagementSettings.PORT, "off"))).isEmpty();
        assertThat(address(Map.of("POSTRIDER_MANAGEMENT_ADDRESS", "0.0.0.0")))
                .contains(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 9464));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET /livez HTTP/1.1\r\nHost: a\r\nX-",
                "GET /livez HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n",
                UNREAD
            })
    void clientsThatHoldAllConnectionsLoseThem(String sent) throws Exception {
        // More than the buffers of a connection hold.
        scrape.set(() -> "x".repeat(1 << 20));
        String bytes = sent.equals(UNREAD) ? sent.repeat(8) : sent;
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < ManagementServer.CONNECTIONS_MAX; i++) {
                Socket socket = new Socket();
                socket.setReceiveBufferSize(4 << 10);
                socket.connect(server.address());
                held.add(socket);
                Thread.ofVirtual().start(() -> send(socket, bytes));
            }

            await().atMost(Duration.ofSeconds(60))
                    .ignoreException(IOException.class)
                    .until(() -> get("/livez").statusCode() == 200);
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    private static void send(Socket socket, String bytes) {
        try {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The server has closed the connection.
        }
    }

    private static Optional<InetSocketAddress> address(Map<String, String> environment) {
        return ManagementSettings.from(Settings.from(environment));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
}
