package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerFolderTest {

    @TempDir Path folder;

    @Test
    void aMissingFolderIsMadeAndFormatted() throws IOException {
        Path missing = folder.resolve("data/kafka");

        try (BrokerFolder opened = BrokerFolder.open(missing)) {
            assertThat(missing.resolve("meta.properties"))
                    .content()
                    .contains("node.id=1", "cluster.id=" + opened.clusterId());
            assertThat(missing.resolve("bootstrap.checkpoint")).isNotEmptyFile();
        }
    }

    @ParameterizedTest
    @Verifies("private-folders")
    @ValueSource(booleans = {false, true})
    void noOtherAccountCanReadIt(boolean wasThere) throws IOException {
        Path kafka = folder.resolve("data/kafka");
        if (wasThere) {
            Files.createDirectories(kafka);
            Files.setPosixFilePermissions(kafka, PosixFilePermissions.fromString("rwxr-xr-x"));
        }

        try (BrokerFolder _ = BrokerFolder.open(kafka)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kafka)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void theClusterIdIsKept() throws IOException {
        String first = openAndClose();

        assertThat(openAndClose()).isEqualTo(first).isNotBlank();
    }

    @Test
    void anUncleanStopCountsAsAKill() throws IOException {
        try (BrokerFolder opened = BrokerFolder.open(folder)) {
            assertThat(opened.wasKilled()).as("a new folder").isFalse();
        }
        Files.createDirectory(folder.resolve("__cluster_metadata-0"));
        try (BrokerFolder opened = BrokerFolder.open(folder)) {
            assertThat(opened.wasKilled()).isTrue();
        }
        Files.createFile(folder.resolve(".kafka_cleanshutdown"));
        try (BrokerFolder opened = BrokerFolder.open(folder)) {
            assertThat(opened.wasKilled()).isFalse();
        }
    }

    @Test
    void aFormatThatWasInterruptedIsDoneAgain() throws IOException {
        openAndClose();
        Files.delete(folder.resolve("meta.properties"));
        Files.writeString(folder.resolve("meta.properties.tmp"), "cluster.");

        assertThat(openAndClose()).isNotBlank();
    }

    @Test
    void aFolderOfSomethingElseIsLeftAlone() throws IOException {
        Files.writeString(folder.resolve("holiday.jpg"), "x");

        assertRefused("contains holiday.jpg but no meta.properties");
        assertThat(folder.resolve("meta.properties")).doesNotExist();
    }

    @Test
    void anotherBrokersFolderIsLeftAlone() throws IOException {
        Files.writeString(
                folder.resolve("meta.properties"), "version=1\nnode.id=7\ncluster.id=abc\n");

        assertRefused("belongs to another broker: its node.id is '7', not 1");
    }

    @Test
    void aDamagedIdentityIsNamed() throws IOException {
        Files.writeString(folder.resolve("meta.properties"), "version=1\nnode.id=1\n");

        assertRefused("meta.properties is damaged: it has no version 1 with a cluster.id");
    }

    @Test
    void anIdentityThatIsNoTextIsNamed() throws IOException {
        Files.writeString(folder.resolve("meta.properties"), "cluster.id=\\uZZZZ\n");

        assertRefused("meta.properties is damaged");
    }

    @Test
    void topicsWithoutTheirMetadataAreNotThrownAway() throws IOException {
        openAndClose();
        Files.createDirectory(folder.resolve("postrider.clicks.v1-0"));

        assertRefused("is damaged: it holds topics but no __cluster_metadata-0");
        assertThat(folder.resolve("postrider.clicks.v1-0")).isDirectory();
    }

    @Test
    void aFolderInUseIsRefusedAndAfterwardsFree() throws IOException {
        try (BrokerFolder _ = BrokerFolder.open(folder)) {
            assertRefused("is in use by another Postrider process");
        }

        assertThat(openAndClose()).isNotBlank();
    }

    @Test
    void aFileInThePlaceOfTheFolderIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> BrokerFolder.open(file))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining("The folder %s cannot be used", file);
    }

    private void assertRefused(String why) {
        assertThatThrownBy(() -> BrokerFolder.open(folder))
                .isInstanceOf(BrokerStartException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining(why)
                .message()
                .hasLineCount(1);
    }

    private String openAndClose() throws IOException {
        try (BrokerFolder opened = BrokerFolder.open(folder)) {
            return opened.clusterId();
        }
    }
}
