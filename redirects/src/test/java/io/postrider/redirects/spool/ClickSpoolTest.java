package io.postrider.redirects.spool;

import static io.postrider.redirects.spool.LaneContents.acknowledge;
import static io.postrider.redirects.spool.LaneContents.range;
import static io.postrider.redirects.spool.LaneContents.readAll;
import static io.postrider.redirects.spool.LaneContents.segments;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickSpoolTest {

    private static final int SEGMENT = 4096;
    private static final SpoolSettings ROOMY = new SpoolSettings(2, 1 << 20, 16L << 20);
    private static final SpoolSettings TIGHT = new SpoolSettings(1, SEGMENT, 8L * SEGMENT);

    @TempDir Path folder;

    @Test
    void recordsAreReadAsTheyWereAppended() {
        try (ClickSpool spool = ClickSpool.open(folder, ROOMY)) {
            // when
            Payloads.append(spool.lane(0), 100);
            Payloads.append(spool.lane(1), 3);

            // then
            assertThat(readAll(spool, 0)).isEqualTo(range(1, 100));
            assertThat(readAll(spool, 1)).isEqualTo(range(1, 3));
            assertThat(spool.pendingRecords()).isEqualTo(103);
        }
    }

    @Test
    void onlyTheGivenPartOfTheBufferIsAppended() {
        try (ClickSpool spool = ClickSpool.open(folder, ROOMY)) {
            // when
            spool.lane(0).append(new byte[] {1, 2, 3, 4, 5}, 1, 3);

            // then
            assertThat(spool.readers().getFirst().read())
                    .extracting(SpooledRecord::payload)
                    .isEqualTo(new byte[] {2, 3, 4});
        }
    }

    @Test
    void sequencesGoOnAfterARestart() {
        // given
        String node;
        try (ClickSpool spool = ClickSpool.open(folder, ROOMY)) {
            node = spool.nodeId();
            Payloads.append(spool.lane(1), 7);
        }

        try (ClickSpool spool = ClickSpool.open(folder, ROOMY)) {
            // then
            assertThat(spool.nodeId()).isEqualTo(node).hasSizeGreaterThanOrEqualTo(16);
            assertThat(spool.lane(0).nextSequence()).isEqualTo(1);
            assertThat(spool.lane(1).nextSequence()).isEqualTo(8);
            Payloads.append(spool.lane(1), 5);
            assertThat(readAll(spool, 1)).isEqualTo(range(1, 12));
        }
    }

    @Test
    void sequencesGoOnAfterEverythingWasAcknowledgedAndDeleted() throws IOException {
        // given
        try (ClickSpool spool = ClickSpool.open(folder, ROOMY)) {
            Payloads.append(spool.lane(1), 40);
            acknowledge(spool.readers().get(1), 40);
        }
        try (ClickSpool spool = ClickSpool.open(folder, new SpoolSettings(1, 1 << 20, 2 << 20))) {
            String node = spool.nodeId();
            await().untilAsserted(() -> assertThat(segments(folder, node, 1)).isEmpty());
        }

        try (ClickSpool spool = ClickSpool.open(folder, ROOMY)) {
            // then
            assertThat(spool.lane(1).nextSequence()).isEqualTo(41);
            assertThat(spool.pendingRecords()).isZero();
        }
    }

    @Test
    void unacknowledgedRecordsAreReadAgainAfterARestart() {
        // given
        try (ClickSpool spool = ClickSpool.open(folder, TIGHT)) {
            Payloads.append(spool.lane(0), 60);
            readAll(spool, 0);
            acknowledge(spool.readers().getFirst(), 25);
        }

        try (ClickSpool spool = ClickSpool.open(folder, TIGHT)) {
            // then
            assertThat(spool.pendingRecords()).isEqualTo(35);
            assertThat(readAll(spool, 0)).isEqualTo(range(26, 60));
        }
    }

    @Test
    void lanesThatAreNoLongerAppendedToAreStillRead() {
        // given
        try (ClickSpool spool = ClickSpool.open(folder, ROOMY)) {
            Payloads.append(spool.lane(0), 2);
            Payloads.append(spool.lane(1), 9);
        }

        try (ClickSpool spool = ClickSpool.open(folder, new SpoolSettings(1, 1 << 20, 4L << 20))) {
            // then
            assertThat(spool.readers()).hasSize(2);
            assertThat(spool.readers().get(1).id()).isEqualTo(new LaneId(spool.nodeId(), 1));
            assertThat(readAll(spool, 1)).isEqualTo(range(1, 9));
        }
    }

    @Test
    void aSpoolThatForcesRecordsToTheDiskKeepsThem() {
        // given
        SpoolSettings settings = new SpoolSettings(1, SEGMENT, 64L * SEGMENT, Duration.ofMillis(1));
        try (ClickSpool spool = ClickSpool.open(folder, settings)) {
            Payloads.append(spool.lane(0), 300);
        }

        // then
        try (ClickSpool spool = ClickSpool.open(folder, settings)) {
            assertThat(readAll(spool, 0)).isEqualTo(range(1, 300));
        }
    }

    @Test
    void aFolderServesOneSpoolAtATime() {
        try (ClickSpool spool = ClickSpool.open(folder, ROOMY)) {
            assertThat(spool.nodeId()).isNotEmpty();
            assertThatIllegalStateException()
                    .isThrownBy(() -> ClickSpool.open(folder, ROOMY))
                    .withMessageContaining("in use by another process")
                    .withMessageContaining(folder.toString());
        }
    }

    @Test
    void aClosedSpoolRefusesRecords() {
        ClickSpool spool = ClickSpool.open(folder, ROOMY);
        spool.close();
        spool.close();

        assertThat(Payloads.append(spool.lane(0))).isFalse();
    }

    @Test
    void recordsThatNoSegmentCanHoldAreABug() {
        try (ClickSpool spool = ClickSpool.open(folder, TIGHT)) {
            SpoolLane lane = spool.lane(0);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> lane.append(new byte[SEGMENT], 0, SEGMENT));
            assertThatIllegalArgumentException().isThrownBy(() -> lane.append(new byte[1], 0, 0));
            int largest = SEGMENT - Segment.START - Segment.frameBytes(0);
            assertThat(lane.append(new byte[SEGMENT], 0, largest)).isTrue();
        }
    }

    @Test
    @Verifies("private-folders")
    void noOtherAccountCanReadTheFolderWhetherItIsNewOrNot() throws IOException {
        assertPrivate(folder.resolve("spool"));
        Path wide = Files.createDirectory(folder.resolve("wide"));
        Files.setPosixFilePermissions(wide, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertPrivate(wide);
    }

    private static void assertPrivate(Path created) throws IOException {
        try (ClickSpool spool = ClickSpool.open(created, ROOMY)) {
            assertThat(spool.nodeId()).isNotEmpty();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(created)))
                    .isEqualTo("rwx------");
        }
    }
}
