package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpringKafkaPropertiesTest {

    private static final Map<String, String> SCRAM =
            Map.of(
                    "spring.kafka.bootstrap-servers", "a:1,b:2",
                    "SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                    "spring.kafka.properties.sasl.mechanism", "SCRAM-SHA-512",
                    "spring.kafka.properties.sasl.jaas.config", "hush",
                    "spring.kafka.properties.request.timeout.ms", "20000",
                    "spring.kafka.ssl.trust-store-type", "PEM",
                    "spring.kafka.ssl.trust-store-location", "file:/certificates.pem");

    @TempDir Path folder;

    @Test
    void everyClientHasThem() {
        assertThat(Settings.from(SCRAM).bootstrap()).isEqualTo("a:1,b:2");
        assertThat(read(SCRAM).values())
                .containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                .containsEntry("sasl.jaas.config", new Password("hush"))
                .containsEntry("request.timeout.ms", "20000")
                .containsEntry("ssl.truststore.type", "PEM")
                .containsEntry("ssl.truststore.location", "/certificates.pem")
                .doesNotContainKeys("bootstrap.servers", "client.id");
    }

    @Test
    void aBlankPropertyTurnsTheCheckOfHostNamesOff() {
        String name = "ssl.endpoint.identification.algorithm";

        assertThat(read(Map.of("spring.kafka.properties." + name, "")).values())
                .containsEntry(name, "");
    }

    @Test
    void ourSettingsPrecedeThem() throws IOException {
        Path file = folder.resolve("client.properties");
        Files.writeString(file, "request.timeout.ms=2000\nssl.truststore.location=/other.pem\n");
        Map<String, String> all = new HashMap<>(SCRAM);
        all.put("POSTRIDER_KAFKA_BOOTSTRAP", "c:3");
        all.put("POSTRIDER_KAFKA_PROPERTIES", file.toString());
        all.put("POSTRIDER_KAFKA_SECURITY_PROTOCOL", "SSL");

        assertThat(Settings.from(all).bootstrap()).isEqualTo("c:3");
        assertThat(read(all).values())
                .containsEntry("security.protocol", "SSL")
                .containsEntry("request.timeout.ms", "2000")
                .containsEntry("ssl.truststore.location", "/other.pem")
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                .doesNotContainKey("ssl.truststore.type");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spring.kafka.producer.acks | 1 | spring.kafka.producer.acks: not read",
                "spring.kafka.security.protocl | SSL | spring.kafka.security.protocl: not read",
                "spring.kafka.ssl.key-stor-type | PEM | spring.kafka.ssl.key-stor-type: not read",
                "SPRING_KAFKA_CLIENT_ID | a | SPRING_KAFKA_CLIENT_ID: not read",
                "spring.kafka.properties.acks | 1 | spring.kafka.properties: acks (expected: properties of",
                "spring.kafka.properties.request.timeout.ms | soon | spring.kafka: properties (expected: valid",
                "spring.kafka.ssl.bundle | none | spring.kafka.ssl.bundle: none (expected: the name of",
                "spring.kafka.ssl.trust-store-location | a b://c | spring.kafka.ssl: properties (expected: class",
            })
    void oneThatCannotBeUsedIsNamed(String name, String value, String message) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read(Map.of(name, value)))
                .withMessageStartingWith(message)
                .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
    }

    @Test
    void aBundleThatCannotBeReadIsNamed() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() ->
                        read(
                                Map.of(
                                        "spring.kafka.ssl.bundle", "cluster",
                                        "spring.ssl.bundle.pem.cluster.truststore.certificate",
                                                "file:/missing.pem")))
                .withMessageStartingWith("spring.kafka.ssl.bundle: cluster (expected: certif")
                .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
    }

    @Test
    void anotherFileThanAStoreIsNamedWithTheReason() throws IOException {
        Path store = Files.writeString(folder.resolve("store.p12"), "not a store");

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() ->
                        read(
                                Map.of(
                                        "spring.kafka.ssl.bundle",
                                        "cluster",
                                        "spring.ssl.bundle.jks.cluster.truststore.location",
                                        store.toUri().toString())))
                .withMessageEndingWith("that can be read; EOFException)");
    }

    @Test
    void aPropertyOfABundleThatIsNotReadIsNamed() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() ->
                        read(
                                Map.of(
                                        "spring.kafka.ssl.bundle", "cluster",
                                        "spring.ssl.bundle.pem.cluster.keystor.certificate",
                                                "file:/a.pem")))
                .withMessageStartingWith(
                        "spring.ssl.bundle.pem.cluster.keystor.certificate: not read");
    }

    private static ClientProperties read(Map<String, String> written) {
        return ClientPropertiesReader.read(Settings.from(written));
    }
}
