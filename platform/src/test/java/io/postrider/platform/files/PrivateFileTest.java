package io.postrider.platform.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFileTest {

    @TempDir Path folder;

    @Test
    @Verifies("secret-files")
    void aFileIsReplacedAndReadableByItsOwnerOnly() throws IOException {
        Path file = folder.resolve("secret");
        Files.writeString(file, "a longer text that was there before");

        PrivateFile.write(file, "a text");

        assertThat(file).hasContent("a text");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void aDraftThatACrashLeftBehindIsNoObstacle() throws IOException {
        Files.writeString(folder.resolve("secret.new"), "half a te");

        PrivateFile.write(folder.resolve("secret"), "a text");

        assertThat(folder.resolve("secret")).hasContent("a text");
    }
}
