package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.settings.Settings;
import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {

    @TempDir Path folder;

    @Test
    @Verifies("private-folders")
    void itIsMadeForThisAccountAloneWithTheFoldersOfDerivedData() throws IOException {
        Path data = folder.resolve("data");

        DataFolder.claim(settings(data));

        assertPrivate(data);
        assertPrivate(data.resolve("views"));
        assertPrivate(data.resolve("streams"));
    }

    @Test
    @Verifies("private-folders")
    void folderAccessOfEarlierStartsIsRestricted() throws IOException {
        Path data = open("data");
        open("data/views");
        open("data/streams");
        open("data/kafka");
        for (String file :
                List.of("first-run.json", "first-run.draft", ".set-up", "schema-ids.new")) {
            Files.createFile(data.resolve(file));
        }

        DataFolder.claim(settings(data));

        assertPrivate(data);
        assertPrivate(data.resolve("views"));
        assertPrivate(data.resolve("streams"));
    }

    @Test
    @Verifies("private-folders")
    void aFolderThatOthersUseTooIsRefusedByTheNameOfTheSetting() throws IOException {
        Path data = open("data");
        Files.createFile(data.resolve("passwd"));

        assertThatThrownBy(() -> DataFolder.claim(settings(data)))
                .isInstanceOf(Settings.SettingException.class)
                .hasMessageContaining("POSTRIDER_DATA_DIR: " + data)
                .hasMessageContaining("passwd")
                .hasMessageContaining("chmod 700");
    }

    @Test
    void aFileInItsPlaceIsRefusedByTheNameOfTheSetting() throws IOException {
        Path file = Files.createFile(folder.resolve("data"));

        assertThatThrownBy(() -> DataFolder.claim(settings(file)))
                .isInstanceOf(Settings.SettingException.class)
                .hasMessageContaining("POSTRIDER_DATA_DIR: " + file);
    }

    @Test
    void aFolderOfAnotherPrefixIsRefusedByTheNameOfTheSetting() throws IOException {
        Path data = folder.resolve("data");
        Settings acme = settings(data, "acme.");
        Files.createDirectories(DataFolder.claim(acme).streams().resolve("acme.postrider-lists"));

        DataFolder.claim(acme);

        for (Settings other : List.of(settings(data), settings(data, "acme"))) {
            assertThatThrownBy(() -> DataFolder.claim(other))
                    .isInstanceOf(Settings.SettingException.class)
                    .hasMessageStartingWith("POSTRIDER_KAFKA_PREFIX: ")
                    .hasMessageContaining(
                            "(expected: acme., as in the data folder %s; ".formatted(data));
            assertThatThrownBy(() -> DataFolder.check(other))
                    .isInstanceOf(Settings.SettingException.class);
        }
    }

    @Test
    void aFolderWithoutAPrefixIsRefusedWithOne() throws IOException {
        Path data = folder.resolve("data");
        Files.createDirectories(
                DataFolder.claim(settings(data)).streams().resolve("postrider-clicks"));

        assertThatThrownBy(() -> DataFolder.claim(settings(data, "acme.")))
                .hasMessageStartingWith(
                        "POSTRIDER_KAFKA_PREFIX: acme. (expected: no prefix, as in the data folder");
    }

    private Path open(String name) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Settings settings(Path data) {
        return Settings.from(Map.of("POSTRIDER_DATA_DIR", data.toString()));
    }

    private static Settings settings(Path data, String prefix) {
        return Settings.from(
                Map.of("POSTRIDER_DATA_DIR", data.toString(), "POSTRIDER_KAFKA_PREFIX", prefix));
    }

    private static void assertPrivate(Path path) throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .as(path.toString())
                .isEqualTo("rwx------");
    }
}
