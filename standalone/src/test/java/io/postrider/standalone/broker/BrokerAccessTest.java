package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.kafka.ClientProperties;
import io.postrider.platform.kafka.Durability;
import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that reaches a port of the embedded broker and has no secret gets nothing. */
class BrokerAccessTest {

    private static final int PATIENCE_MILLIS = 60_000;

    @TempDir private Path folder;

    @Test
    @Verifies("broker-access")
    void aClientWithoutTheSecretIsNotAnsweredByTheBrokerOrTheController() throws Exception {
        BrokerPorts ports = Brokers.ports();
        try (EmbeddedBroker _ = start(ports)) {
            assertNotAnswered(ports.broker(), 1);
            assertNotAnswered(ports.controller(), 2);
        }
    }

    @Test
    @Verifies("broker-access")
    void aStockClientWithoutTheSecretNeitherListsNorWrites() throws Exception {
        try (EmbeddedBroker broker = start(Brokers.ports())) {
            Brokers.createTestTopic(broker);
            Map<String, Object> bare = new HashMap<>();
            bare.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
            bare.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, 3_000);
            bare.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 2_000);

            assertThatThrownBy(() -> listed(bare)).isInstanceOf(ExecutionException.class);
            bare.remove(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG);
            bare.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 3_000);
            assertThatThrownBy(() -> Brokers.send(bare, "forged"))
                    .isInstanceOf(ExecutionException.class);

            assertThat(Brokers.committed(broker)).isEmpty();
        }
    }

    @Test
    @Verifies("broker-access")
    void aClientWithAnotherSecretOrAnotherNameIsRefused() {
        try (EmbeddedBroker broker = start(Brokers.ports())) {
            assertRefused(broker, ClientProperties.scram(BrokerSecret.USER, "0".repeat(64)));
            assertRefused(broker, ClientProperties.scram("admin", password()));
        }
    }

    @Test
    void aClientWithTheSecretIsAnswered() throws Exception {
        try (EmbeddedBroker broker = start(Brokers.ports())) {
            Brokers.createTestTopic(broker);
            Brokers.send(broker, "genuine");

            assertThat(Brokers.committed(broker)).containsExactly("genuine");
        }
    }

    @Test
    @Verifies("secret-files")
    void theSecretIsForThisAccountAloneAndIsKept() throws Exception {
        start(Brokers.ports()).close();
        String first = password();
        start(Brokers.ports()).close();

        assertThat(password()).isEqualTo(first).hasSize(64);
        assertThat(mode(Brokers.secret(folder))).isEqualTo("rw-------");
        assertThat(mode(folder.resolve("secrets"))).isEqualTo("rwx------");
    }

    @Test
    void aSecretThatIsLostIsReplacedAndNoDataWithIt() throws Exception {
        try (EmbeddedBroker broker = start(Brokers.ports())) {
            Brokers.createTestTopic(broker);
            Brokers.send(broker, "before");
        }
        String lost = password();
        Files.delete(Brokers.secret(folder));

        try (EmbeddedBroker broker = start(Brokers.ports())) {
            assertThat(Brokers.committed(broker)).containsExactly("before");
            assertRefused(broker, ClientProperties.scram(BrokerSecret.USER, lost));
        }
    }

    @Test
    void aFileThatHoldsNoSecretIsNamedAndTheFolderStaysFree() throws Exception {
        Path file = Brokers.secret(folder);
        Files.createDirectory(folder.resolve("secrets"));
        Files.writeString(file, "guess");

        assertThatThrownBy(() -> start(Brokers.ports()))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining(file.toString())
                .hasMessageNotContaining("guess");

        Files.delete(file);
        start(Brokers.ports()).close();
    }

    private EmbeddedBroker start(BrokerPorts ports) {
        return EmbeddedBroker.start(Brokers.placed(folder, ports, Durability.REPLICATED));
    }

    private String password() {
        try {
            return Files.readString(Brokers.secret(folder));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertRefused(EmbeddedBroker broker, ClientProperties shown) {
        Map<String, Object> client = new HashMap<>(shown.values());
        client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());

        assertThatThrownBy(() -> listed(client))
                .hasCauseInstanceOf(SaslAuthenticationException.class);
    }

    private static void listed(Map<String, Object> client) throws Exception {
        try (Admin admin = Admin.create(client)) {
            var _ = Brokers.get(admin.listTopics().names());
        }
    }

    /** The connection ends without a byte. */
    private static void assertNotAnswered(int port, int endpoint) throws IOException {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(describeCluster(endpoint));

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** A request of the protocol, by which any client may begin where there is no authentication. */
    private static byte[] describeCluster(int endpoint) {
        return ByteBuffer.allocate(18)
                .putInt(14)
                .putShort((short) 60)
                .putShort((short) 1)
                .putInt(7)
                .putShort((short) -1)
                .put((byte) 0)
                .put((byte) 0)
                .put((byte) endpoint)
                .put((byte) 0)
                .array();
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
