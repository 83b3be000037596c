package io.postrider.redirects.spool;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentLaneTest {

    private static final int SEGMENT = 16 << 10;
    private static final int RECORDS = 100_000;

    @TempDir Path folder;

    @Test
    @Timeout(600)
    void aReaderSeesEveryRecordInOrderWhileTheWriterRollsOverManySegments() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SpoolSettings settings = new SpoolSettings(1, SEGMENT, 64L * SEGMENT);
        try (ClickSpool spool = ClickSpool.open(folder, settings)) {
            // when
            CompletableFuture<Void> writer =
                    CompletableFuture.runAsync(() -> appendAll(spool.lane(0)));
            LaneReader reader = spool.readers().getFirst();
            long expected = 1;
            while (expected <= RECORDS) {
                SpooledRecord record = reader.read();
                if (record == null) {
                    Thread.onSpinWait();
                    continue;
                }

                // then
                assertThat(record.sequence()).as("seed %d", seed).isEqualTo(expected);
                assertThat(record.payload()).isEqualTo(Payloads.of(0, expected));
                expected++;
                switch (random.nextInt(500)) {
                    case 0 -> reader.acknowledge(expected - 1, reader.place());
                    case 1 -> {
                        reader.rewind();
                        expected = reader.sequence();
                    }
                    default -> {
                        // reads on
                    }
                }
            }
            writer.get(10, SECONDS);
            assertThat(spool.corrupt()).isZero();
        }
    }

    private static void appendAll(SpoolLane lane) {
        while (lane.nextSequence() <= RECORDS) {
            if (!Payloads.append(lane)) {
                LockSupport.parkNanos(100_000);
            }
        }
    }
}
