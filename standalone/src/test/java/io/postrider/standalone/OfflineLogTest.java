package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.platform.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfflineLogTest {

    @TempDir Path folder;

    @Test
    void theFolderOfStateStoresIsMade() {
        assertThat(OfflineLog.scratch(settings(folder.resolve("data"))))
                .isEqualTo(folder.resolve("data").resolve(DataFolder.MIGRATION))
                .isEmptyDirectory();
    }

    @Test
    void aDataFolderThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("data"), "");

        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> OfflineLog.scratch(settings(file)))
                .withMessageStartingWith(file.resolve(DataFolder.MIGRATION) + " cannot be made: ");
    }

    @Test
    void aLogThatWasLeftDoesNotStart() throws IOException {
        Settings settings = settings(folder);
        Files.createDirectories(folder.resolve(DataFolder.VIEWS));

        OfflineLog.leave(settings, "kafka:9092");
        OfflineLog.leave(settings, "kafka:9092");

        assertThat(MovedLog.of(settings)).hasContent("kafka:9092");
        assertThat(folder.resolve(DataFolder.VIEWS)).exists();
        assertThatExceptionOfType(Startup.StartupException.class)
                .isThrownBy(() -> MovedLog.requireNot(settings));

        OfflineLog.clear(settings);

        assertThat(folder.resolve(DataFolder.VIEWS)).doesNotExist();
        assertThat(MovedLog.of(settings)).exists();
    }

    private static Settings settings(Path data) {
        return Settings.from(Map.of("POSTRIDER_DATA_DIR", data.toString()));
    }
}
