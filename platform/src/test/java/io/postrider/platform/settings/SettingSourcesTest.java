package io.postrider.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingSourcesTest {

    @TempDir Path folder;

    @Test
    void argumentsPrecedeFiles() throws IOException {
        Files.writeString(
                folder.resolve("application.properties"),
                """
                postrider.diskLowMb=1
                postrider.node-id=${postrider.name:edge}-1
                other.name=x
                spring.kafka.client-id=c
                """);
        Files.writeString(folder.resolve("application.yaml"), "postrider:\n  users-max: 3\n");

        assertThat(read("--postrider.disk-low-mb=2", "all"))
                .containsEntry("postrider.disk-low-mb", "2")
                .containsEntry("postrider.node-id", "edge-1")
                .containsEntry("postrider.users-max", "3")
                .containsEntry("spring.kafka.client-id", "c")
                .doesNotContainKeys("postrider.diskLowMb", "other.name");
        assertThat(SettingSources.words("--postrider.port=1", "all")).containsExactly("all");
    }

    @Test
    void aNameThatIsNotReadHidesNoOther() throws IOException {
        Files.writeString(
                folder.resolve("application.yaml"), "postrider:\n  kafka-bootstrap: a:1\n");

        assertThat(read("--postrider.kafka.bootstrap=b:1"))
                .containsEntry("postrider.kafka-bootstrap", "a:1");
    }

    @Test
    void blankValuesAreKeptAsWritten() throws IOException {
        Files.writeString(
                folder.resolve("application.properties"),
                """
                postrider.data-dir=
                postrider.node-id=${postrider.name:}
                spring.kafka.properties.ssl.endpoint.identification.algorithm=
                """);

        assertThat(read())
                .containsEntry("postrider.data-dir", "")
                .containsEntry("spring.kafka.properties.ssl.endpoint.identification.algorithm", "")
                .doesNotContainKey("postrider.node-id");
    }

    @Test
    void aFileThatBeginsWithAMarkIsNamed() throws IOException {
        Path file = folder.resolve("application.properties");
        Files.writeString(file, "\uFEFFpostrider.port=1\n");

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read())
                .withMessageContainingAll(file.toString(), "byte order mark")
                .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
    }

    @Test
    void yamlMayBeginWithAMark() throws IOException {
        Files.writeString(folder.resolve("application.yaml"), "\uFEFFpostrider:\n  users-max: 3\n");

        assertThat(read()).containsEntry("postrider.users-max", "3");
    }

    @Test
    void aFileThatCannotBeReadIsNamedInOneLine() throws IOException {
        Files.writeString(folder.resolve("application.yaml"), "postrider: [");

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read())
                .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
    }

    private Map<String, String> read(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--spring.config.additional-location=" + folder.toUri();
        return SettingSources.read(all);
    }
}
