package io.postrider.platform.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateFolderTest {

    private static final String PRIVATE = "rwx------";

    @TempDir Path parent;

    @Test
    @Verifies("private-folders")
    void aFolderThatIsMissingIsMadeForThisAccountAlone() throws IOException {
        Path folder = parent.resolve("a/b");

        PrivateFolder.claim(folder);

        assertThat(mode(folder)).isEqualTo(PRIVATE);
        assertThat(mode(parent.resolve("a"))).isEqualTo(PRIVATE);
    }

    @ParameterizedTest
    @Verifies("private-folders")
    @ValueSource(strings = {"rwxr-xr-x", "rwxr-x---", "rwx-----x", "rwxrwxrwx"})
    void aFolderThatOthersReadIsClosed(String mode) throws IOException {
        Path folder = folder(mode);

        PrivateFolder.claim(folder);

        assertThat(mode(folder)).isEqualTo(PRIVATE);
    }

    @Test
    void aFolderThatAnOperatorNamedIsClosedIfItHoldsNothingElse() throws IOException {
        Path folder = folder("rwxr-xr-x");
        Files.createDirectory(folder.resolve("kafka"));
        Files.createDirectory(folder.resolve("lost+found"));

        PrivateFolder.claim(folder, Set.of("kafka"));

        assertThat(mode(folder)).isEqualTo(PRIVATE);
    }

    @Test
    void aFolderThatOthersUseTooStaysAsItIsAndIsRefused() throws IOException {
        Path folder = folder("rwxr-xr-x");
        Files.createFile(folder.resolve("passwd"));

        assertThatThrownBy(() -> PrivateFolder.claim(folder, Set.of("kafka")))
                .isInstanceOf(PrivateFolder.PermissionsException.class)
                .hasMessage(
                        "%s has mode rwxr-xr-x, so that other accounts can read it, and it holds"
                                + " passwd, which is not Postrider's; close it with chmod 700 or"
                                + " choose another one",
                        folder);
        assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void aPrivateFolderMayHoldAnything() throws IOException {
        Path folder = folder(PRIVATE);
        Files.createFile(folder.resolve("notes"));

        PrivateFolder.claim(folder, Set.of("kafka"));

        assertThat(folder.resolve("notes")).exists();
    }

    @Test
    void aLinkToAFolderIsThatFolder() throws IOException {
        Path folder = folder("rwxr-xr-x");
        Path link = Files.createSymbolicLink(parent.resolve("link"), folder);

        PrivateFolder.claim(link);

        assertThat(mode(folder)).isEqualTo(PRIVATE);
    }

    private Path folder(String mode) throws IOException {
        Path folder = Files.createDirectory(parent.resolve("folder"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
        return folder;
    }

    private static String mode(Path folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
    }
}
