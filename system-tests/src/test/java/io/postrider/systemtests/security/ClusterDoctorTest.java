package io.postrider.systemtests.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.ClientPropertiesReader;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.TopicProvisioner;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.settings.Settings;
import io.postrider.standalone.doctor.Doctor;
import io.postrider.systemtests.Ports;
import io.postrider.systemtests.security.SecureBroker.Listener;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The doctor on a cluster with an authorizer, with a schema registry, and with other nodes. */
@Tag("servers")
class ClusterDoctorTest {

    private static final String REGISTRY = "POSTRIDER_SCHEMA_REGISTRY";

    @TempDir private static Path folder;

    private static TokenIssuer issuer;
    private static SecureBroker broker;
    private static ClientFiles files;

    @BeforeAll
    static void start() throws Exception {
        issuer = TokenIssuer.start();
        broker = SecureBroker.start(folder, issuer);
        files = new ClientFiles(broker, issuer);
        grant();
        Settings settings =
                Settings.from(Map.of("POSTRIDER_KAFKA_PROPERTIES", file(files.of(Listener.SCRAM))));
        var _ =
                TopicProvisioner.provision(
                        KafkaSettings.cluster(
                                        broker.address(Listener.SCRAM),
                                        1,
                                        Durability.REPLICATED,
                                        "n1")
                                .withPartitions(1)
                                .withClient(ClientPropertiesReader.read(settings)),
                        true,
                        _ -> {});
    }

    @AfterAll
    static void stop() {
        broker.close();
        issuer.close();
    }

    @BeforeEach
    void permit() throws Exception {
        grant();
    }

    private static void grant() throws Exception {
        broker.admin().createAcls(DocumentedPermissions.read()).all().get(30, TimeUnit.SECONDS);
    }

    private static void revoke(ResourceType type, AclOperation operation) throws Exception {
        List<AclBindingFilter> revoked =
                DocumentedPermissions.read().stream()
                        .filter(binding -> binding.pattern().resourceType() == type)
                        .filter(binding ->
                                operation == AclOperation.ANY
                                        || binding.entry().operation() == operation)
                        .map(AclBinding::toFilter)
                        .toList();
        broker.admin().deleteAcls(revoked).all().get(30, TimeUnit.SECONDS);
    }

    @Test
    void theDocumentedPermissionsAreEnough() throws Exception {
        List<String> lines = doctor(Map.of());

        assertThat(lines)
                .noneMatch(line -> line.startsWith("fail "))
                .anyMatch(line -> line.startsWith("ok    permissions"))
                .anyMatch(line -> line.contains("topics are as required"));
    }

    @ParameterizedTest
    @CsvSource({
        "TOPIC, READ, READ on topic postrider*",
        "TOPIC, WRITE, WRITE on topic postrider*",
        "TOPIC, CREATE, CREATE on topic postrider*",
        "TOPIC, DELETE, DELETE on topic postrider*",
        "TOPIC, ALTER_CONFIGS, ALTER_CONFIGS on topic postrider*",
        "GROUP, READ, READ on group postrider-*",
        "TRANSACTIONAL_ID, WRITE, WRITE on transactional ID postrider-*",
    })
    void aMissingPermissionIsALine(ResourceType type, AclOperation operation, String named)
            throws Exception {
        revoke(type, operation);

        assertThat(fails(Map.of()))
                .singleElement()
                .asString()
                .contains(broker.address(Listener.SCRAM), named, "grant it", "docs/kafka.md");
    }

    @Test
    void withoutAnyPermissionOnTopicsEachIsALine() throws Exception {
        revoke(ResourceType.TOPIC, AclOperation.ANY);

        assertThat(fails(Map.of()))
                .hasSize(5)
                .allMatch(line -> line.contains(" on topic postrider*"));
    }

    @Test
    void durabilityNeedsPermissionsOnTheTopicsOfKafka() throws Exception {
        revoke(ResourceType.TOPIC, AclOperation.ALTER_CONFIGS);

        assertThat(fails(Map.of("POSTRIDER_DURABILITY", "fsync")))
                .anyMatch(line -> line.contains("ALTER_CONFIGS on topic postrider*"))
                .anyMatch(line -> line.contains("ALTER_CONFIGS on topic __consumer_offsets"))
                .anyMatch(line -> line.contains("ALTER_CONFIGS on topic __transaction_state"))
                .hasSize(3);
    }

    @Test
    void aWrongProtocolIsALine() throws Exception {
        assertThat(fails(Map.of("POSTRIDER_KAFKA_PROPERTIES", "")))
                .singleElement()
                .asString()
                .contains("uses SASL_SSL and not PLAINTEXT", "security.protocol");
    }

    @Test
    void aWrongPasswordIsALine() throws Exception {
        String wrong = file(files.scram("guess"));

        assertThat(fails(Map.of("POSTRIDER_KAFKA_PROPERTIES", wrong)))
                .singleElement()
                .asString()
                .contains("sasl.jaas.config")
                .doesNotContain("guess");
    }

    @Test
    void theUserOfTheRegistryIsChecked() throws Exception {
        try (RecordingReceiver registry = RecordingReceiver.start()) {
            registry.answerBy(ClusterDoctorTest::authenticated);
            Map<String, String> settings = new HashMap<>();
            settings.put(REGISTRY, registry.url(""));
            settings.put(REGISTRY + "_USERNAME", "ana");
            settings.put(REGISTRY + "_PASSWORD", "hush");

            assertThat(doctor(settings))
                    .noneMatch(line -> line.startsWith("fail "))
                    .anyMatch(line -> line.startsWith("ok    registry"));

            settings.put(REGISTRY + "_PASSWORD", "guess");
            assertThat(fails(settings))
                    .singleElement()
                    .asString()
                    .contains(registry.url(""), "401", REGISTRY + "_PASSWORD")
                    .doesNotContain("guess");
        }
    }

    private static StubResponse authenticated(ReceivedRequest request) {
        return request.header("authorization").filter("Basic YW5hOmh1c2g="::equals).isPresent()
                ? StubResponse.status(200, Map.of(), "[]")
                : StubResponse.status(
                        401, Map.of("WWW-Authenticate", "Basic realm=\"registry\""), "{}");
    }

    @Test
    void aRegistryThatDoesNotAnswerIsALine() throws Exception {
        String url = "http://127.0.0.1:" + Ports.free(0);

        assertThat(fails(Map.of(REGISTRY, url)))
                .singleElement()
                .asString()
                .contains(url, "no connection", REGISTRY);
    }

    @Test
    void eachNodeThatDoesNotAnswerIsALine() throws Exception {
        String closed = "127.0.0.1:" + Ports.free(0);
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Path secrets = folder.resolve("secrets");
            assertThat(SecretFiles.open(secrets)).isNotNull();
            String accepting = "127.0.0.1:" + silent.getLocalPort();
            assertThat(
                            fails(
                                    Map.of(
                                            "POSTRIDER_PROJECTIONS",
                                            closed + "," + accepting,
                                            "POSTRIDER_SECRETS_DIR",
                                            secrets.toString())))
                    .hasSize(2)
                    .anyMatch(line -> line.contains(closed))
                    .anyMatch(line -> line.contains(accepting) && line.contains("timed out"))
                    .allMatch(line -> line.contains("check that the node runs"));
        }
    }

    /** The lines that are fails. */
    private static List<String> fails(Map<String, String> settings) throws Exception {
        return doctor(settings).stream().filter(line -> line.startsWith("fail ")).toList();
    }

    private static List<String> doctor(Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>();
        all.put("POSTRIDER_PORT", Integer.toString(Ports.free(0)));
        all.put("POSTRIDER_MANAGEMENT_PORT", "0");
        all.put("POSTRIDER_DATA_DIR", folder.resolve("data").toString());
        all.put("POSTRIDER_DISK_MIN_MB", "1");
        all.put("POSTRIDER_DISK_LOW_MB", "0");
        all.put("POSTRIDER_DURABILITY", "replicated");
        all.put("POSTRIDER_REPLICATION", "1");
        all.put("POSTRIDER_KAFKA_BOOTSTRAP", broker.address(Listener.SCRAM));
        all.put("POSTRIDER_KAFKA_PROPERTIES", file(files.of(Listener.SCRAM)));
        all.putAll(settings);
        all.values().removeIf(String::isEmpty);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, UTF_8);
        String service = all.containsKey("POSTRIDER_PROJECTIONS") ? "command-api" : "all";
        var _ = new Doctor(all, print, print).run(service);
        return out.toString(UTF_8).lines().toList();
    }

    private static String file(String properties) throws IOException {
        Path file = Files.createTempFile(folder, "client", ".properties");
        return Files.writeString(file, properties).toString();
    }
}
