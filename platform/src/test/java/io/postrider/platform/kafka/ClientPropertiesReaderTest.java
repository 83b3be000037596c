package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientPropertiesReaderTest {

    @TempDir private Path folder;

    @Test
    void withoutSettingsThereAreNone() {
        assertThat(read(Map.of()).values()).isEmpty();
    }

    @Test
    void theFileOverridesDefaultsOfConnections() throws Exception {
        Map<String, Object> client =
                Connections.to(
                        log(
                                """
                                security.protocol=SSL
                                socket.connection.setup.timeout.ms=7000
                                ssl.key.password=hush
                                """));

        assertThat(client)
                .containsEntry("security.protocol", "SSL")
                .containsEntry("socket.connection.setup.timeout.ms", "7000")
                .containsEntry("socket.connection.setup.timeout.max.ms", 10_000L)
                .containsEntry("bootstrap.servers", "127.0.0.1:1")
                .containsEntry("ssl.key.password", new Password("hush"));
        assertThat(client.toString()).doesNotContain("hush");
    }

    @Test
    void aTimeIsNotCutByTheDefaultOfItsMaximum() throws Exception {
        assertThat(
                        Connections.to(
                                log(
                                        """
                                        socket.connection.setup.timeout.ms=3000
                                        reconnect.backoff.ms=100
                                        """)))
                .containsEntry("socket.connection.setup.timeout.max.ms", 3_000L)
                .containsEntry("reconnect.backoff.max.ms", 250L);
        assertThat(Connections.to(log("reconnect.backoff.max.ms=400")))
                .containsEntry("reconnect.backoff.max.ms", "400");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstName() throws Exception {
        assertThat(log("\uFEFFsecurity.protocol=SSL\n").client().values())
                .containsOnlyKeys("security.protocol");
    }

    /** As a secret made with "echo" ends; Kafka checks the value without it. */
    @Test
    void aLineBreakAfterAValueIsNoPartOfIt() {
        assertThat(
                        read(Map.of(
                                        "POSTRIDER_KAFKA_SECURITY_PROTOCOL",
                                        "SSL\n",
                                        "SPRING_KAFKA_PROPERTIES_REQUEST_TIMEOUT_MS",
                                        " 5000\n"))
                                .values())
                .containsEntry("security.protocol", "SSL")
                .containsEntry("request.timeout.ms", "5000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acks",
                "enable.idempotence",
                "isolation.level",
                "processing.guarantee",
                "auto.offset.reset",
                "group.id",
                "client.id",
                "key.serializer",
                "delivery.timeout.ms",
                "max.block.ms",
                "sasl.mechanisms",
                "ssl.ca.location",
                "interceptor.classes",
            })
    void propertiesThatPostriderSetsAndUnknownOnesAreNamed(String name) {
        assertThatThrownBy(() -> log("sasl.mechanism=PLAIN\n" + name + "=1\n"))
                .isInstanceOf(SettingException.class)
                .hasMessageMatching(
                        "POSTRIDER_KAFKA_PROPERTIES: [^ ]+ contains "
                                + name
                                + " \\(expected: properties of security and connections;"
                                + " Postrider sets the others\\)");
    }

    @Test
    void theBrokersAreSetElsewhere() {
        assertThatThrownBy(() -> log("bootstrap.servers=kafka:9092"))
                .hasMessageContaining("POSTRIDER_KAFKA_BOOTSTRAP");
    }

    @ParameterizedTest
    @CsvSource({
        "request.timeout.ms=soon, request.timeout.ms",
        "request.timeout.ms=90000, no more than 60000",
        "request.timeout.ms=1999, at least 2000",
        "request.timeout.ms=-1, request.timeout.ms",
        "default.api.timeout.ms=0, at least 2000",
        "socket.connection.setup.timeout.ms=0, at least 10",
        "socket.connection.setup.timeout.max.ms=-1, at least 10",
        "connections.max.idle.ms=0, -1 or at least 1000",
        "receive.buffer.bytes=0, -1 or at least 1",
        "'request.timeout.ms=9000\ndefault.api.timeout.ms=8000', at least request.timeout.ms",
        "security.protocol=TLS, security.protocol",
        "sasl.client.callback.handler.class=io.Missing, io.Missing",
        "security.providers=io.Missing, io.Missing",
    })
    void wrongValuesAreNamed(String line, String named) {
        assertThatThrownBy(() -> log(line))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("POSTRIDER_KAFKA_PROPERTIES: ")
                .hasMessageContaining(named)
                .message()
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "PLAIN, plain.PlainLoginModule, user=a password=hush, sasl.jaas.config has no username",
        "SCRAM-SHA-512, scram.ScramLoginModule, username=a, sasl.jaas.config has no password",
    })
    void aLoginWithoutUserOrPasswordIsNamed(
            String mechanism, String module, String options, String named) {
        String properties =
                """
                security.protocol=sasl_ssl
                sasl.mechanism=%s
                sasl.jaas.config=org.apache.kafka.common.security.%s required %s;
                """
                        .formatted(mechanism, module, options);

        assertThatThrownBy(() -> log(properties))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("POSTRIDER_KAFKA_PROPERTIES: ")
                .hasMessageContaining(named)
                .hasMessageNotContaining("hush");
    }

    @Test
    void variablesTakePrecedence() throws Exception {
        Map<String, String> environment = file("security.protocol=SSL\nsasl.mechanism=GSSAPI\n");
        environment.put("POSTRIDER_KAFKA_SECURITY_PROTOCOL", "SASL_SSL");
        environment.put("POSTRIDER_KAFKA_SASL_MECHANISM", "PLAIN");
        environment.put("POSTRIDER_KAFKA_SASL_USERNAME", "ana");
        Path secret = Files.writeString(folder.resolve("secret"), "a\"b\\c\n");
        environment.put("POSTRIDER_KAFKA_SASL_PASSWORD_FILE", secret.toString());

        assertThat(read(environment).values())
                .containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("sasl.mechanism", "PLAIN")
                .containsEntry(
                        "sasl.jaas.config",
                        new Password(
                                "org.apache.kafka.common.security.plain.PlainLoginModule required"
                                        + " username=\"ana\" password=\"a\\\"b\\\\c\";"));
    }

    @Test
    void aUserNeedsAPasswordAndAMechanismThatTakesIt() {
        assertThatThrownBy(() -> read(Map.of("POSTRIDER_KAFKA_SASL_USERNAME", "ana")))
                .hasMessageContaining("POSTRIDER_KAFKA_SASL_PASSWORD");
        assertThatThrownBy(() ->
                        read(
                                Map.of(
                                        "POSTRIDER_KAFKA_SASL_USERNAME",
                                        "ana",
                                        "POSTRIDER_KAFKA_SASL_PASSWORD",
                                        "hush")))
                .hasMessageStartingWith("POSTRIDER_KAFKA_SASL_MECHANISM: missing (")
                .hasMessageNotContaining("hush");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POSTRIDER_KAFKA_PROPERTIES",
                "POSTRIDER_KAFKA_SSL_TRUSTSTORE",
                "POSTRIDER_KAFKA_SSL_KEYSTORE"
            })
    void missingFilesAreNamed(String variable) {
        String missing = folder.resolve("none").toString();

        assertThatThrownBy(() -> read(Map.of(variable, missing)))
                .isInstanceOf(SettingException.class)
                .hasMessageContainingAll(variable, missing);
    }

    @Test
    void providersOfConfigurationAreResolved() throws Exception {
        Path secrets = Files.writeString(folder.resolve("secrets"), "password=hush\n");

        assertThat(
                        log("""
                        config.providers=file
                        config.providers.file.class=\
                        org.apache.kafka.common.config.provider.FileConfigProvider
                        ssl.key.password=${file:%s:password}
                        """
                                        .formatted(secrets))
                                .client()
                                .values())
                .containsOnly(Map.entry("ssl.key.password", new Password("hush")));
    }

    @Test
    void aRequestEndsWithTheDeliveryOfItsRecords() throws Exception {
        Map<String, Object> producer = Connections.to(log("request.timeout.ms=30000"));
        producer.put(ProducerConfig.LINGER_MS_CONFIG, 2);

        Connections.delivery(producer, Duration.ofSeconds(5), Duration.ofSeconds(4));

        assertThat(producer)
                .containsEntry("request.timeout.ms", 4_998)
                .containsEntry("delivery.timeout.ms", 5_000);
        assertThat(log("request.timeout.ms=30000").adminConfig("test"))
                .containsEntry("request.timeout.ms", "30000")
                .containsEntry("default.api.timeout.ms", 30_000);
    }

    @Test
    void aRequestTakesNoLongerThanItsCall() throws Exception {
        assertThat(log("default.api.timeout.ms=3000").adminConfig("test"))
                .containsEntry("request.timeout.ms", 3_000)
                .containsEntry("default.api.timeout.ms", "3000");
    }

    private KafkaSettings log(String properties) throws IOException {
        return KafkaSettings.single("127.0.0.1:1", Durability.FSYNC, "n1")
                .withClient(read(file(properties)));
    }

    private Map<String, String> file(String properties) throws IOException {
        Path file = Files.writeString(folder.resolve("client.properties"), properties);
        return new HashMap<>(Map.of("POSTRIDER_KAFKA_PROPERTIES", file.toString()));
    }

    private static ClientProperties read(Map<String, String> environment) {
        return ClientPropertiesReader.read(Settings.from(environment));
    }
}
