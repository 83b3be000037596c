package io.postrider.redirects.spool;

import static io.postrider.redirects.spool.LaneContents.acknowledge;
import static io.postrider.redirects.spool.LaneContents.range;
import static io.postrider.redirects.spool.LaneContents.readAll;
import static io.postrider.redirects.spool.LaneContents.segments;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullSpoolTest {

    private static final int SEGMENT = 4096;
    private static final SpoolSettings TIGHT = new SpoolSettings(1, SEGMENT, 8L * SEGMENT);

    @TempDir Path folder;

    @Test
    void aFullSpoolRefusesAndTakesRecordsAgainOnceOthersAreAcknowledged() {
        try (ClickSpool spool = ClickSpool.open(folder, TIGHT)) {
            // given
            SpoolLane lane = spool.lane(0);
            await().pollInterval(Duration.ofMillis(5))
                    .during(Duration.ofMillis(200))
                    .until(() ->
                            appendWhilePossible(lane) == 0 && spool.pendingBytes() > 7L * SEGMENT);
            long appended = lane.nextSequence() - 1;
            assertThat(spool.rejected()).isPositive();
            assertThat(spool.pendingRecords()).isEqualTo(appended);
            assertThat(spool.pendingBytes())
                    .isLessThanOrEqualTo(TIGHT.bytesMax())
                    .isGreaterThan(7L * SEGMENT);

            // when
            assertThat(readAll(spool, 0)).isEqualTo(range(1, appended));
            acknowledge(spool.readers().getFirst(), appended);

            // then
            await().until(() -> Payloads.append(lane));
            assertThat(lane.nextSequence()).isEqualTo(appended + 2);
            assertThat(readAll(spool, 0)).containsExactly(appended + 1);
        }
    }

    @Test
    void aFullDiskLimitsTheSpoolToItsSegmentsUntilThereIsRoom() {
        AtomicBoolean room = new AtomicBoolean(true);
        try (ClickSpool spool = ClickSpool.open(folder, TIGHT, room::get)) {
            SpoolLane lane = spool.lane(0);
            assertThat(Payloads.append(lane)).isTrue();
            room.set(false);

            await().until(() -> appendWhilePossible(lane) == 0);
            assertThat(spool.pendingBytes()).isLessThanOrEqualTo(2L * SEGMENT);

            room.set(true);
            await().until(() -> Payloads.append(lane));
        }
    }

    @Test
    void aDeadKeeperIsReported() {
        BooleanSupplier broken =
                () -> {
                    throw new NoClassDefFoundError("a.B");
                };
        try (ClickSpool spool = ClickSpool.open(folder, TIGHT, broken)) {
            await().until(() -> {
                Payloads.append(spool.lane(0));
                return spool.dead().isDone();
            });
        }
    }

    @Test
    void aLaneThatWasLeftWithAFullSegmentGoesOn() {
        // given
        byte[] record = new byte[SEGMENT - Segment.START - Segment.frameBytes(0)];
        try (ClickSpool spool = ClickSpool.open(folder, TIGHT)) {
            assertThat(spool.lane(0).append(record, 0, record.length)).isTrue();
        }

        try (ClickSpool spool = ClickSpool.open(folder, TIGHT)) {
            // then
            await().until(() -> spool.lane(0).append(record, 0, record.length));
            assertThat(spool.lane(0).nextSequence()).isEqualTo(3);
        }
    }

    @Test
    void aRecordThatNeedsMoreThanTheRestOfAHalfEmptySegmentGetsThrough() {
        try (ClickSpool spool = ClickSpool.open(folder, TIGHT)) {
            byte[] record = new byte[SEGMENT - Segment.START - Segment.frameBytes(0)];
            assertThat(spool.lane(0).append(record, 0, 1)).isTrue();
            await().until(() -> spool.lane(0).append(record, 0, record.length));
        }
    }

    @Test
    void acknowledgedSegmentsLeaveTheDisk() throws IOException {
        try (ClickSpool spool = ClickSpool.open(folder, TIGHT)) {
            // given
            Payloads.append(spool.lane(0), 60);
            assertThat(segments(folder, spool.nodeId(), 0)).hasSizeGreaterThan(3);

            // when
            readAll(spool, 0);
            acknowledge(spool.readers().getFirst(), 60);

            // then
            assertThat(spool.pendingBytes()).isZero();
            await().untilAsserted(() ->
                    assertThat(segments(folder, spool.nodeId(), 0)).hasSizeLessThanOrEqualTo(2));
        }
    }

    private static long appendWhilePossible(SpoolLane lane) {
        long before = lane.nextSequence();
        boolean appended = true;
        while (appended) {
            appended = Payloads.append(lane);
        }
        return lane.nextSequence() - before;
    }
}
