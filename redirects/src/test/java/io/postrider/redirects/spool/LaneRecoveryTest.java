package io.postrider.redirects.spool;

import static io.postrider.redirects.spool.LaneContents.range;
import static io.postrider.redirects.spool.LaneContents.readAll;
import static io.postrider.redirects.spool.LaneContents.segments;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaneRecoveryTest {

    private static final int SEGMENT = 4096;
    private static final SpoolSettings ONE_SEGMENT = new SpoolSettings(1, 1 << 16, 1 << 20);
    private static final SpoolSettings MANY_SEGMENTS = new SpoolSettings(1, SEGMENT, 99L * SEGMENT);

    @TempDir Path folder;

    @Test
    void aDamagedLastRecordIsCutAndItsNumberIsNotGivenOutAgain() throws IOException {
        // given
        String node = spoolWith(ONE_SEGMENT, 20);
        flipByte(segments(folder, node, 0).getFirst(), startOf(20) + 8);

        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT)) {
            // then
            assertThat(spool.corrupt()).isEqualTo(1);
            assertThat(readAll(spool, node)).isEqualTo(range(1, 19));
            assertThat(spool.nodeId()).isNotEqualTo(node);
            Payloads.append(spool.lane(0), 2);
            assertThat(readAll(spool, spool.nodeId())).isEqualTo(range(1, 2));
        }
    }

    @Test
    void aLengthThatCannotBeCutsTheLane() throws IOException {
        // given
        String node = spoolWith(ONE_SEGMENT, 20);
        write(segments(folder, node, 0).getFirst(), startOf(11), new byte[] {1, 2, 3, 4});

        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT)) {
            // then
            assertThat(readAll(spool, node)).isEqualTo(range(1, 10));
        }
    }

    @Test
    void bytesOfAKilledWriterAfterTheLastRecordAreCleared() throws IOException {
        // given
        String node = spoolWith(ONE_SEGMENT, 20);
        byte[] torn = new byte[2000];
        new Random(7).nextBytes(torn);
        write(segments(folder, node, 0).getFirst(), startOf(21) + 4, torn);

        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT)) {
            // then
            assertThat(spool.nodeId()).isEqualTo(node);
            assertThat(spool.corrupt()).isZero();
            Payloads.append(spool.lane(0), 1);
            assertThat(readAll(spool, node)).isEqualTo(range(1, 21));
        }
        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT)) {
            assertThat(spool.lane(0).nextSequence()).isEqualTo(22);
            assertThat(spool.corrupt()).isZero();
        }
    }

    @Test
    void aDamagedRecordInTheMiddleIsSkippedAlone() throws IOException {
        // given
        String node = spoolWith(MANY_SEGMENTS, 60);
        flipByte(segments(folder, node, 0).getFirst(), startOf(3) + 8);

        try (ClickSpool spool = ClickSpool.open(folder, MANY_SEGMENTS)) {
            // then
            List<Long> expected = new ArrayList<>(range(1, 60));
            expected.remove(3L);
            assertThat(readAll(spool, node)).isEqualTo(expected);
            assertThat(spool.corrupt()).isEqualTo(1);
            assertThat(spool.nodeId()).isEqualTo(node);
        }
    }

    @Test
    void aDamagedLengthInTheMiddleCostsTheRestOfItsSegment() throws IOException {
        // given
        String node = spoolWith(MANY_SEGMENTS, 60);
        write(segments(folder, node, 0).getFirst(), startOf(3), new byte[4]);

        try (ClickSpool spool = ClickSpool.open(folder, MANY_SEGMENTS)) {
            // then
            List<Long> left = readAll(spool, node);
            long resumed = left.get(2);
            assertThat(resumed).isGreaterThan(3).isLessThan(40);
            assertThat(left.subList(2, left.size())).isEqualTo(range(resumed, 60));
            assertThat(spool.corrupt()).isEqualTo(resumed - 3);
        }
    }

    @Test
    void aNewBootBeginsANewNodeAndTheOldOneIsDrainedAndForgotten() throws IOException {
        // given
        String node;
        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT, "first boot")) {
            node = spool.nodeId();
            Payloads.append(spool.lane(0), 5);
        }
        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT, "second boot")) {
            // then
            assertThat(spool.nodeId()).isNotEqualTo(node);
            assertThat(spool.lane(0).nextSequence()).isEqualTo(1);
            assertThat(readAll(spool, node)).isEqualTo(range(1, 5));
            LaneReader old = spool.readers().getLast();
            old.acknowledge(5, old.place());
            await().untilAsserted(() -> assertThat(segments(folder, node, 0)).isEmpty());
        }
        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT, "second boot")) {
            assertThat(spool.readers()).hasSize(1);
            assertThat(folder.resolve(node)).doesNotExist();
        }
    }

    @Test
    void anUnknownBootIsNeverTheSame() throws IOException {
        String first;
        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT, "")) {
            first = spool.nodeId();
        }
        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT, "")) {
            assertThat(spool.nodeId()).isNotEqualTo(first);
        }
    }

    @Test
    void anAcknowledgementBeyondTheEndMakesTheRestGoOutAgain() throws IOException {
        // given
        String node = spoolWith(ONE_SEGMENT, 5);
        AckFile ack = AckFile.open(folder.resolve(node).resolve("0").resolve("acknowledged"));
        ack.write(9);
        ack.unmap();

        try (ClickSpool spool = ClickSpool.open(folder, ONE_SEGMENT)) {
            // then
            assertThat(readAll(spool, node)).isEqualTo(range(1, 5));
            assertThat(spool.nodeId()).isNotEqualTo(node);
        }
    }

    @RepeatedTest(40)
    void noDamageKeepsTheSpoolFromOpeningOrInventsARecord() throws IOException {
        // given
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String node = spoolWith(MANY_SEGMENTS, 60);
        for (Path file : segments(folder, node, 0)) {
            damage(file, random);
        }
        damage(folder.resolve(node).resolve("0").resolve("acknowledged"), random);
        damage(folder.resolve("node"), random);

        try (ClickSpool spool = ClickSpool.open(folder, MANY_SEGMENTS)) {
            // then
            assertThat(readAll(spool, node)).as("seed %d", seed).isSubsetOf(range(1, 60));
            Payloads.append(spool.lane(0), 1);
        }
        try (ClickSpool spool = ClickSpool.open(folder, MANY_SEGMENTS)) {
            assertThat(spool.pendingRecords()).as("seed %d", seed).isPositive();
        }
    }

    private static void damage(Path file, Random random) throws IOException {
        int size = (int) Files.size(file);
        switch (random.nextInt(5)) {
            case 0 -> write(file, random.nextInt(size), new byte[] {(byte) random.nextInt()});
            case 1 -> write(file, random.nextInt(size), randomBytes(random, 64));
            case 2 -> Files.write(file, randomBytes(random, random.nextInt(size)));
            case 3 -> Files.write(file, new byte[random.nextInt(2) * size]);
            default -> {
                // left whole
            }
        }
    }

    private static byte[] randomBytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private String spoolWith(SpoolSettings settings, int records) {
        try (ClickSpool spool = ClickSpool.open(folder, settings)) {
            Payloads.append(spool.lane(0), records);
            return spool.nodeId();
        }
    }

    private static int startOf(long sequence) {
        int position = Segment.START;
        for (long i = 1; i < sequence; i++) {
            position += Segment.frameBytes(Payloads.of(0, i).length);
        }
        return position;
    }

    private static void flipByte(Path file, long position) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(position);
            int found = access.read();
            access.seek(position);
            access.write(~found);
        }
    }

    private static void write(Path file, long position, byte[] bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(position);
            access.write(bytes);
        }
    }
}
