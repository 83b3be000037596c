package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.nodes.NodeClient;
import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeToken;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.reads.ReadWire;
import io.postrider.projections.ReadRoutes;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.server.Health;
import io.postrider.web.server.ReadinessCheck;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InternalServerTest {

    private static final String HOST = "127.0.0.2";
    private static final InetAddress HERE = InetAddress.ofLiteral(HOST);
    private static final InetAddress ELSEWHERE = InetAddress.ofLiteral("127.0.0.1");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final NodeTrust TRUST = trust("one", InstantSource.system());
    private static final byte[] QUESTION =
            ReadWire.bytes(new Query("link", "ws_1", Map.of(), null, Duration.ZERO));

    @TempDir private Path folder;

    private final Heartbeats beats = new Heartbeats();
    private final InternalServer server = start(InternalServer.Limits.DEFAULT);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aNodeOfTheInstallationIsAnswered() throws Exception {
        assertThat(asked(TRUST, NodePurpose.READS)).isEqualTo(200);
    }

    @Test
    @Verifies("internal-port")
    void plainHttpGetsNoResponse() throws Exception {
        try (Socket socket = new Socket(HERE, port(server))) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream()
                    .write(
                            "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));

            byte[] all = socket.getInputStream().readAllBytes();

            assertThat(new String(all, StandardCharsets.ISO_8859_1)).doesNotContain("HTTP/");
        }
    }

    @Test
    @Verifies("internal-port")
    void aClientWithoutACertificateLearnsNothingButReadiness() throws Exception {
        String token = TRUST.token().header(NodePurpose.READS);
        try (HttpClient client = credulous(new KeyManager[0])) {
            assertThat(status(client, "/livez", token)).isEqualTo(200);
            assertThat(status(client, "/readyz", token)).isEqualTo(200);
            assertThat(status(client, ReadWire.PATH, token)).isEqualTo(401);
        }
    }

    @Test
    @Verifies("internal-port")
    void aBlockedEventLoopEndsTheLifeOfTheProcess() throws Exception {
        beats.addLoop(_ -> {});
        for (int i = 0; i < 10; i++) {
            beats.round();
        }

        try (HttpClient client = credulous(new KeyManager[0])) {
            assertThat(status(client, "/livez", "")).isEqualTo(503);
        }
    }

    @Test
    @Verifies("internal-port")
    void aClientWithACertificateOfAnotherInstallationIsRefused() throws Exception {
        String token = TRUST.token().header(NodePurpose.READS);
        try (HttpClient client = credulous(strangersKeys())) {
            assertThatThrownBy(() -> status(client, "/readyz", token))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aNodeOfAnotherInstallationFindsNoNodeHere() {
        NodeTrust other = trust("another", InstantSource.system());

        assertThatThrownBy(() -> asked(other, NodePurpose.READS))
                .isInstanceOf(ExecutionException.class);
    }

    @Test
    @Verifies("internal-port")
    void anOldTokenIsRefused() throws Exception {
        InstantSource past =
                InstantSource.offset(
                        InstantSource.system(), NodeToken.SKEW_MAX.plusMinutes(1).negated());

        assertThat(asked(trust("one", past), NodePurpose.READS)).isEqualTo(401);
    }

    @Test
    @Verifies("internal-port")
    void aTokenForAnotherPurposeIsRefused() throws Exception {
        assertThat(asked(TRUST, NodePurpose.ANSWERS)).isEqualTo(401);
        assertThat(asked(TRUST, NodePurpose.LINKS)).isEqualTo(401);
    }

    @Test
    @Verifies("internal-port")
    void itListensOnNoOtherAddress() {
        assertThatThrownBy(() -> new Socket(ELSEWHERE, port(server)).close())
                .isInstanceOf(ConnectException.class);
    }

    @Test
    @Verifies("internal-port")
    void aClientThatDoesNotBeginTlsIsCutOff() throws Exception {
        try (InternalServer hasty = start(hasty());
                Socket socket = new Socket(HERE, port(hasty))) {
            assertCutOff(socket);
        }
    }

    @Test
    @Verifies("internal-port")
    void aClientThatAsksNothingIsCutOff() throws Exception {
        try (InternalServer hasty = start(hasty());
                SSLSocket socket = connected(hasty)) {
            assertCutOff(socket);
        }
    }

    @Test
    void aClientThatStopsAmidARequestIsCutOff() throws Exception {
        try (InternalServer hasty = start(hasty());
                SSLSocket socket = connected(hasty)) {
            socket.getOutputStream()
                    .write(
                            "POST /internal/reads HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"
                                    .getBytes(StandardCharsets.US_ASCII));
            assertCutOff(socket);
        }
    }

    @Test
    @Verifies("internal-port")
    void aClientThatSendsTheHeadOfARequestByteByByteIsCutOff() throws Exception {
        try (InternalServer hasty = start(hasty());
                SSLSocket socket = connected(hasty)) {
            socket.setSoTimeout(50);
            socket.getOutputStream()
                    .write("GET /livez HTTP/1.1\r\nX-".getBytes(StandardCharsets.US_ASCII));
            await().atMost(PATIENCE).until(() -> !takesMore(socket));
        }
    }

    @Test
    @Verifies("internal-port")
    void connectionsBeyondTheLimitAreClosed() throws Exception {
        InternalServer.Limits one =
                new InternalServer.Limits(PATIENCE, PATIENCE, PATIENCE, PATIENCE, 1);
        try (InternalServer narrow = start(one);
                SSLSocket _ = connected(narrow);
                Socket second = new Socket(HERE, port(narrow))) {
            assertCutOff(second);
        }
    }

    private static InternalServer.Limits hasty() {
        Duration soon = Duration.ofMillis(300);
        return new InternalServer.Limits(soon, soon, soon, soon, 10);
    }

    private static void assertCutOff(Socket socket) throws IOException {
        socket.setSoTimeout((int) PATIENCE.toMillis());
        // No more bytes arrive: otherwise this would time out.
        assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(1_000);
    }

    /** Sends a byte, and returns whether the server then leaves the connection open for the time of the socket. */
    private static boolean takesMore(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            socket.getInputStream().read();
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static SSLSocket connected(InternalServer to) throws IOException {
        SSLSocket socket = (SSLSocket) TRUST.tls().getSocketFactory().createSocket(HERE, port(to));
        socket.startHandshake();
        return socket;
    }

    private int asked(NodeTrust trust, NodePurpose purpose) throws Exception {
        try (NodeClient client = new NodeClient(trust, purpose, 1, PATIENCE)) {
            return client.send(
                            client.request(HOST + ":" + port(server), ReadWire.PATH)
                                    .POST(BodyPublishers.ofByteArray(QUESTION))
                                    .build(),
                            BodyHandlers.discarding())
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .statusCode();
        }
    }

    private int status(HttpClient client, String path, String token) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("https://" + HOST + ":" + port(server) + path))
                        .header("Authorization", token);
        if (path.equals(ReadWire.PATH)) {
            request.POST(BodyPublishers.ofByteArray(QUESTION));
        }
        return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private InternalServer start(InternalServer.Limits limits) {
        return InternalServer.start(
                List.of(new InetSocketAddress(HERE, 0)),
                TRUST,
                limits,
                List.of(
                        new ReadRoutes(
                                        TRUST.token(),
                                        _ ->
                                                CompletableFuture.completedFuture(
                                                        new QueryResult.Missing()))
                                .routes()),
                new Health(
                        List.of(() -> new ReadinessCheck.State("set_up", true, "done")),
                        List.of(beats::alive)));
    }

    private static int port(InternalServer server) {
        return server.addresses().getFirst().getPort();
    }

    private static NodeTrust trust(String installation, InstantSource clock) {
        return NodeTrust.from(
                purpose ->
                        Arrays.copyOf(
                                (installation + purpose).getBytes(StandardCharsets.US_ASCII), 32),
                clock);
    }

    /** A client that trusts any server, as a health check does. */
    private static HttpClient credulous(KeyManager[] keys) throws Exception {
        SSLContext tls = SSLContext.getInstance("TLSv1.3");
        tls.init(keys, new TrustManager[] {new Credulous()}, null);
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(tls).build();
    }

    private KeyManager[] strangersKeys() throws Exception {
        Path store = folder.resolve("stranger.p12");
        char[] password = "changeit".toCharArray();
        Process made =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-groupname",
                                "secp256r1",
                                "-dname",
                                "CN=postrider node",
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                "changeit")
                        .inheritIO()
                        .start();
        assertThat(made.waitFor()).isZero();
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(store.toFile(), password), password);
        return keys.getKeyManagers();
    }

    private static final class Credulous extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
