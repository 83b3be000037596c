package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.kafka.ClientProperties;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.settings.Settings;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientFileTest {

    @TempDir Path folder;

    @Test
    void theFileServesStockClientsOfThisAccountOnly() throws Exception {
        Settings settings = Settings.from(Map.of("POSTRIDER_DATA_DIR", folder.toString()));
        KafkaSettings log =
                KafkaSettings.single("127.0.0.1:9092", Durability.FSYNC, "n1")
                        .withClient(ClientProperties.scram("postrider", "abc"));

        assertThat(ClientFile.writtenFor(settings, log)).isSameAs(log);

        Path file = folder.resolve("kafka-client.properties");
        Properties found = new Properties();
        try (Reader text = Files.newBufferedReader(file)) {
            found.load(text);
        }
        assertThat(found)
                .containsEntry("bootstrap.servers", "127.0.0.1:9092")
                .containsEntry("security.protocol", "SASL_PLAINTEXT")
                .containsEntry("sasl.mechanism", "SCRAM-SHA-256")
                .containsEntry(
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required"
                                + " username=\"postrider\" password=\"abc\";");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    /** An admin client refuses a request that may take longer than its call. */
    @Test
    void aRequestTakesNoLongerThanItsCall() throws Exception {
        Path file = folder.resolve("client.properties");
        Files.writeString(file, "default.api.timeout.ms=5000\n");
        Settings settings =
                Settings.from(
                        Map.of(
                                "POSTRIDER_KAFKA_BOOTSTRAP",
                                "127.0.0.1:9092",
                                "POSTRIDER_KAFKA_PROPERTIES",
                                file.toString()));

        assertThat(ClientFile.client(ClientFile.log(settings)))
                .containsEntry("request.timeout.ms", 5_000);
    }

    @Test
    void aCommandReadsWhatTheBrokerWrote() {
        Settings settings = Settings.from(Map.of("POSTRIDER_DATA_DIR", folder.toString()));
        KafkaSettings log =
                ClientFile.writtenFor(
                        settings,
                        KafkaSettings.single("127.0.0.1:9092", Durability.FSYNC, "n1")
                                .withClient(ClientProperties.scram("postrider", "abc")));

        assertThat(ClientFile.log(settings).bootstrapServers()).isEqualTo("127.0.0.1:9092");
        assertThat(ClientFile.log(settings).client().plain()).isEqualTo(log.client().plain());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bootstrap.servers=x", "a=\\u12"})
    void aFileOfNoBrokerIsOneLineForTheOperator(String text) throws Exception {
        Files.writeString(folder.resolve("kafka-client.properties"), text);
        Settings settings = Settings.from(Map.of("POSTRIDER_DATA_DIR", folder.toString()));

        assertThatThrownBy(() -> ClientFile.log(settings))
                .hasMessageStartingWith("POSTRIDER_DATA_DIR: " + folder);
    }

    @Test
    void theServersOfACommandAreCheckedAsThoseOfAStart() {
        Settings settings = Settings.from(Map.of("POSTRIDER_KAFKA_BOOTSTRAP", "garbage"));

        assertThatThrownBy(() -> ClientFile.log(settings))
                .isInstanceOf(Settings.SettingException.class)
                .hasMessageStartingWith("POSTRIDER_KAFKA_BOOTSTRAP: garbage (expected: ");
    }
}
