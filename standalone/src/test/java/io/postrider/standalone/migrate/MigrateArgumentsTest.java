package io.postrider.standalone.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.standalone.CommandException;
import io.postrider.standalone.OfflineLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrateArgumentsTest {

    private static final Map<String, String> SOURCE =
            Map.of(
                    "POSTRIDER_KAFKA_BOOTSTRAP", "source:9092",
                    "postrider.kafka-security-protocol", "SASL_PLAINTEXT",
                    "POSTRIDER_KAFKA_SASL_MECHANISM", "PLAIN",
                    "POSTRIDER_KAFKA_SASL_USERNAME", "ana",
                    "POSTRIDER_KAFKA_SASL_PASSWORD", "hush",
                    "spring.kafka.properties.reconnect.backoff.ms", "60");

    @TempDir Path folder;

    @Test
    void theTargetHasThePropertiesOfTheSource() {
        KafkaSettings target = target("--to", "target:9092");

        assertThat(target.bootstrapServers()).isEqualTo("target:9092");
        assertThat(target.client().values())
                .containsEntry("security.protocol", "SASL_PLAINTEXT")
                .containsEntry("reconnect.backoff.ms", "60")
                .containsKey("sasl.jaas.config");
    }

    @Test
    void aFileReplacesAllOfThem() throws IOException {
        String file = file("security.protocol=SSL\nssl.truststore.type=PEM\n");

        KafkaSettings target = target("--to-properties", file, "--to", "target:9092");

        assertThat(target.client().values())
                .containsOnly(
                        Map.entry("security.protocol", "SSL"),
                        Map.entry("ssl.truststore.type", "PEM"));
    }

    @Test
    void aFileThatCannotBeUsedIsNamedWithTheOption() throws IOException {
        String file = file("acks=0");

        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> target("--to", "target:9092", "--to-properties", file))
                .withMessageStartingWith("--to-properties: " + file)
                .withMessageContaining("acks");
    }

    @Test
    void serversThatCannotBeUsedAreNamedWithTheOption() {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> target("--to", "target"))
                .withMessageStartingWith("--to: target (expected: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--to",
                "--to \t",
                "target:9092",
                "--to-properties x",
                "--to a:1 --to b:1",
                "--to a:1 --from b:1",
                "--to a:1 extra"
            })
    void otherArgumentsAreRejected(String words) {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> target(words.isEmpty() ? new String[0] : words.split(" ")))
                .satisfies(e -> assertThat(e.isUsage()).isTrue());
    }

    private String file(String properties) throws IOException {
        return Files.writeString(folder.resolve("client.properties"), properties).toString();
    }

    private static KafkaSettings target(String... words) {
        return OfflineLog.cluster(MigrateArguments.of(List.of(words)).target(SOURCE));
    }
}
