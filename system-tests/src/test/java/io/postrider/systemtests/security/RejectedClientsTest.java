package io.postrider.systemtests.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.postrider.platform.kafka.ClientPropertiesReader;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.LogMisconfiguredException;
import io.postrider.platform.kafka.LogRejectedException;
import io.postrider.platform.kafka.TopicProvisioner;
import io.postrider.platform.settings.Settings;
import io.postrider.systemtests.BuiltTree;
import io.postrider.systemtests.Ports;
import io.postrider.systemtests.security.Certificates.Identity;
import io.postrider.systemtests.security.SecureBroker.Listener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every wrong setting of a client and every missing permission ends the start with one line that names it and the brokers. */
@Tag("servers")
class RejectedClientsTest {

    private static final String TRUSTED = "ssl.truststore.location";

    @TempDir private static Path folder;

    private static TokenIssuer issuer;
    private static SecureBroker broker;
    private static ClientFiles files;
    private static Identity stranger;

    @BeforeAll
    static void start() throws Exception {
        issuer = TokenIssuer.start();
        broker = SecureBroker.start(folder, issuer);
        files = new ClientFiles(broker, issuer);
        stranger = Certificates.make(folder, "stranger", "dns:client");
    }

    @AfterAll
    static void stop() {
        broker.close();
        issuer.close();
    }

    @BeforeEach
    void permit() throws Exception {
        broker.admin().createAcls(DocumentedPermissions.read()).all().get(30, TimeUnit.SECONDS);
    }

    static Stream<Arguments> wrongSettings() {
        String trusting = ClientFiles.trusting(broker.certificate());
        String scram = files.of(Listener.SCRAM);
        return Stream.of(
                arguments("password", Listener.SCRAM, files.scram("guess"), "sasl.jaas.config"),
                arguments(
                        "mechanism",
                        Listener.SCRAM,
                        scram.replace("SCRAM-SHA-512", "SCRAM-SHA-256"),
                        "sasl.mechanism"),
                arguments(
                        "mechanism of no login module",
                        Listener.SCRAM,
                        scram.replace("SCRAM-SHA-512", "scram-sha-512"),
                        "sasl.mechanism"),
                arguments(
                        "login module",
                        Listener.SCRAM,
                        scram.replace("ScramLoginModule", "NoModule"),
                        "sasl.jaas.config"),
                arguments(
                        "certificate of another authority",
                        Listener.SCRAM,
                        scram.replace(
                                broker.certificate().toString(), stranger.certificate().toString()),
                        TRUSTED),
                arguments(
                        "no trusted certificate",
                        Listener.SCRAM,
                        scram.replace(trusting, ""),
                        TRUSTED),
                arguments(
                        "missing file",
                        Listener.SCRAM,
                        scram.replace(broker.certificate().toString(), "/none.pem"),
                        TRUSTED),
                arguments(
                        "host name",
                        Listener.OTHER_HOST,
                        scram.replace(
                                broker.certificate().toString(),
                                folder.resolve("other.crt").toString()),
                        "ssl.endpoint.identification.algorithm"),
                arguments(
                        "no key",
                        Listener.MTLS,
                        "security.protocol=SSL\n" + trusting,
                        "ssl.keystore.location"),
                arguments(
                        "unknown key",
                        Listener.MTLS,
                        "security.protocol=SSL\n" + trusting + ClientFiles.ownKey(stranger.key()),
                        "ssl.keystore.location"),
                arguments(
                        "secret of the issuer",
                        Listener.OAUTH,
                        files.oauth("guess"),
                        "sasl.jaas.config"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongSettings")
    void theLineNamesThePropertyAndTheBrokers(
            String name, Listener listener, String properties, String property) throws Exception {
        Throwable failure = catchThrowable(() -> provision(listener, properties));

        assertThat(failure)
                .as(name)
                .isInstanceOf(LogRejectedException.class)
                .hasMessageContainingAll(broker.address(listener), property)
                .hasMessageContaining("POSTRIDER_KAFKA_PROPERTIES")
                .message()
                .hasLineCount(1)
                .doesNotContain("guess");
    }

    /** A client with another protocol sees closed connections, as it does while a broker starts. */
    @ParameterizedTest
    @CsvSource({
        "SCRAM, SASL_SSL, PLAINTEXT",
        "SCRAM, SASL_SSL, SASL_PLAINTEXT",
        "SCRAM, SASL_SSL, SSL",
        "MTLS, SSL, PLAINTEXT",
        "MTLS, SSL, SASL_PLAINTEXT",
        "UNENCRYPTED, SASL_PLAINTEXT, PLAINTEXT",
        "UNENCRYPTED, SASL_PLAINTEXT, SSL",
        "UNENCRYPTED, SASL_PLAINTEXT, SASL_SSL",
        "TEST, PLAINTEXT, SSL",
        "TEST, PLAINTEXT, SASL_PLAINTEXT",
        "TEST, PLAINTEXT, SASL_SSL",
    })
    void anotherProtocolIsNamedWithThatOfTheListener(Listener listener, String right, String wrong)
            throws Exception {
        String properties =
                files.of(Listener.SCRAM)
                        .replace("security.protocol=SASL_SSL", "security.protocol=" + wrong);

        Throwable failure = catchThrowable(() -> provision(listener, properties));

        assertThat(failure)
                .isInstanceOf(LogRejectedException.class)
                .hasMessageContainingAll(
                        broker.address(listener),
                        "POSTRIDER_KAFKA_SECURITY_PROTOCOL",
                        "security.protocol")
                .hasMessageMatching(
                        ".* uses .*\\b%s( or .*)? and not %s: .*".formatted(right, wrong))
                .message()
                .hasLineCount(1)
                .doesNotContain(SecureBroker.PASSWORD);
    }

    @Test
    void aKeyBesidesAPasswordNamesTheProtocol() throws Exception {
        String properties = files.of(Listener.SCRAM) + ClientFiles.ownKey(broker.clientKey());

        assertThat(catchThrowable(() -> provision(Listener.MTLS, properties)))
                .isInstanceOf(LogRejectedException.class)
                .hasMessageContainingAll(broker.address(Listener.MTLS), "security.protocol");
    }

    @ParameterizedTest
    @CsvSource({
        "TOPIC, WRITE, WRITE on topic postrider*",
        "TOPIC, READ, READ on topic postrider*",
        "TOPIC, DELETE, DELETE on topic postrider*",
        "TOPIC, CREATE, CREATE on topic postrider*",
        "TOPIC, ALTER_CONFIGS, ALTER_CONFIGS on topic postrider*",
        "GROUP, READ, group postrider-",
        "TRANSACTIONAL_ID, WRITE, postrider-",
    })
    void aMissingPermissionIsNamed(ResourceType type, AclOperation operation, String named)
            throws Exception {
        provision(Listener.SCRAM, files.of(Listener.SCRAM));
        List<AclBindingFilter> revoked =
                DocumentedPermissions.read().stream()
                        .filter(binding -> binding.pattern().resourceType() == type)
                        .filter(binding -> binding.entry().operation() == operation)
                        .map(AclBinding::toFilter)
                        .toList();
        broker.admin().deleteAcls(revoked).all().get(30, TimeUnit.SECONDS);

        Throwable failure =
                catchThrowable(() -> provision(Listener.SCRAM, files.of(Listener.SCRAM)));

        assertThat(failure)
                .isInstanceOf(LogRejectedException.class)
                .hasMessageContainingAll(broker.address(Listener.SCRAM), named, "docs/kafka.md")
                .message()
                .hasLineCount(1);
    }

    @Test
    void topicsWithOtherPartitionsAreNamed() throws Exception {
        provision(Listener.SCRAM, files.of(Listener.SCRAM));
        KafkaSettings three = settings(Listener.SCRAM, files.of(Listener.SCRAM)).withPartitions(3);

        assertThat(catchThrowable(() -> TopicProvisioner.provision(three, false, step -> {})))
                .isInstanceOf(LogMisconfiguredException.class)
                .hasMessageContainingAll(
                        broker.address(Listener.SCRAM), "POSTRIDER_PARTITIONS", "postrider.");
    }

    static Stream<Arguments> wrongFiles() {
        return Stream.of(
                arguments(files.scram("guess"), "sasl.jaas.config"),
                arguments("security.protocol=PLAINTEXT", "security.protocol"),
                arguments(
                        "security.protocol=SSL\nssl.truststore.location=/none.p12",
                        "ssl.truststore.location"),
                arguments(
                        "security.protocol=SSL\n" + ClientFiles.trusting(broker.certificate()),
                        "security.protocol"));
    }

    @ParameterizedTest
    @MethodSource("wrongFiles")
    void theProcessEndsWithTheLineAndNoStackTrace(String properties, String property)
            throws Exception {
        Path file = Files.writeString(folder.resolve("wrong.properties"), properties);
        ProcessBuilder up = BuiltTree.up();
        up.environment()
                .putAll(
                        Map.of(
                                "POSTRIDER_PORT", Integer.toString(Ports.free(0)),
                                "POSTRIDER_DATA_DIR", folder.resolve("data").toString(),
                                "POSTRIDER_KAFKA_BOOTSTRAP", broker.address(Listener.SCRAM),
                                "POSTRIDER_KAFKA_PROPERTIES", file.toString()));
        Path output = folder.resolve("output");
        Process process = up.redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(Files.readAllLines(output))
                    .noneMatch(line -> line.startsWith("\tat "))
                    .noneMatch(line -> line.contains("guess"))
                    .filteredOn(line -> line.startsWith("postrider: "))
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains(property));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void provision(Listener listener, String properties) throws IOException {
        var _ = TopicProvisioner.provision(settings(listener, properties), true, step -> {});
    }

    private static KafkaSettings settings(Listener listener, String properties) throws IOException {
        Path file = folder.resolve("client.properties");
        Settings settings =
                Settings.from(
                        Map.of(
                                "POSTRIDER_KAFKA_PROPERTIES",
                                Files.writeString(file, properties).toString()));
        return KafkaSettings.cluster(broker.address(listener), 1, Durability.REPLICATED, "n1")
                .withPartitions(1)
                .withClient(ClientPropertiesReader.read(settings));
    }
}
